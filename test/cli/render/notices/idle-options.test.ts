/** Options of `tilecast render` without an effect: one line says so, and the picture is the same without them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { makeFolder, runCli, SAMPLE } from '../../run-cli.js';

const folder = makeFolder();
const out = join(folder, 'out.png');

/** Two triangles with a colour and a normal at each vertex. */
const colored = writePly('colored.ply', true);
/** The same with neither. */
const bare = writePly('bare.ply', false);

function writePly(name: string, isRich: boolean): string {
  const rich = ['nx', 'ny', 'nz'].map((axis) => `property float ${axis}`);
  const colors = ['red', 'green', 'blue'].map((channel) => `property uchar ${channel}`);
  const places = ['0 0 0', '1 0 0', '1 1 0', '0 1 0.5'];
  const path = join(folder, name);
  const lines = [
    ...['ply', 'format ascii 1.0', 'element vertex 4', 'property float x', 'property float y', 'property float z'],
    ...(isRich ? [...rich, ...colors] : []),
    ...['property float height', 'element face 2', 'property list uchar int vertex_indices', 'end_header'],
    ...places.map((place, index) => `${place} ${isRich ? `0 0 1 200 ${60 * index} 40 ` : ''}${index}`),
    ...['3 0 1 2', '3 0 2 3'],
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function render(...args: string[]) {
  const { status, stderr } = runCli(['render', ...args, '-o', out, '--size', '20x20', '--software']);
  expect(status, stderr).toBe(0);
  return {
    data: PNG.sync.read(readFileSync(out)).data,
    said: stderr.split('\n').filter((line) => /no effect/.test(line)),
  };
}

/** A view in which more options have nothing to say. */
const STILL = [
  '--projection',
  'orthographic',
  '--eye',
  '0.5,0.5,9',
  '--target',
  '0.5,0.5,0',
  '--up',
  '0,1,0',
  '--flat',
];

describe('options without effect', () => {
  it.each([
    [
      [bare, ...STILL, '--light', 'headlight'],
      ['--fov', '9', '--view', 'c', '--crease', '3', '--fps', '9', '--shadows', '--reflections', '3'],
      [
        /--shadows: has no effect under a headlight/,
        /--crease: has no effect with --flat; /,
        /--reflections: has no effect without --reflectivity; /,
        /--fov: has no effect on an orthographic view; /,
        /--view: has no effect beside --eye and --up/,
        /--fps: has no effect on pictures that do not move$/,
      ],
    ],
    [
      [bare],
      ['--reflections', '0', '--reflectivity', '0.5', '--no-own-colors'],
      [/--own-colors: .* no colours; --reflectivity: .*with --reflections 0$/],
    ],
    [[colored], ['--crease', '3', '--mesh-color', 'red'], [/--crease: .*normals; --mesh-color: .*of their own, which/]],
    [
      [bare, '--values', 'height'],
      ['--mesh-color', 'red', '--no-own-colors'],
      [/--mesh-color, --own-colors: have no effect beside --values/],
    ],
    [
      [SAMPLE, '--mode', 'mip'],
      ['--light', '1,2,3', '--shadows', '--ambient-occlusion', '4', '--shade'],
      [/--light, --shadows, --ambient-occlusion: have no effect on the modes mip/, /--shade: .*composite/],
    ],
    [
      [SAMPLE, '--mode', 'average'],
      ['--quality', 'plain'],
      [/--quality: has no effect on averages, X-rays and isosurfaces$/],
    ],
    [[SAMPLE, '--mode', 'xray'], ['--quality', 'plain'], [/--quality: has no effect on averages, X-rays/]],
    [
      [SAMPLE, '--iso', '300:red'],
      ['--no-shade', '--quality', 'plain', '--window', '1,2'],
      [/--shade: .*always lit; --quality: .*isosurfaces; --window: .*on isosurfaces that have colours$/],
    ],
  ])('%j with %j', (context, idle, messages) => {
    const plain = render(...context);
    const idly = render(...context, ...idle);
    expect(plain.said).toEqual([]);
    expect(idly.said).toHaveLength(1);
    for (const message of messages) expect(idly.said[0]).toMatch(message);
    expect(idly.data.equals(plain.data)).toBe(true);
    expect(plain.data.some((value, at) => at % 4 < 3 && value > 40)).toBe(true);
  });

  it('leaves those alone that have one', () => {
    const { said } = render(bare, colored, '--crease', '20', '--mesh-color', 'red', '--light', '1,2,3', '--shadows');
    expect(said).toEqual([]);
  });
});
