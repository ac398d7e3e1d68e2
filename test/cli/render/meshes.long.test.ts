/** `tilecast render` with meshes. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { createGrid, createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const folder = makeFolder();
const out = join(folder, 'out.png');

function writeObj(name: string, { positions, triangles }: Mesh, lift = 0): string {
  const rows = (values: ArrayLike<number>, format: (a: number, b: number, c: number) => string) =>
    Array.from({ length: values.length / 3 }, (_, row) =>
      format(values[3 * row]!, values[3 * row + 1]!, values[3 * row + 2]!),
    );
  const lines = [
    ...rows(positions, (x, y, z) => `v ${x} ${y} ${z + lift}`),
    ...rows(triangles, (a, b, c) => `f ${a + 1} ${b + 1} ${c + 1}`),
  ];
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const ball = writeObj('ball.obj', createIcosphere({ subdivisions: 3 }), 1.5);
const floor = writeObj('floor.obj', createGrid({ width: 6, height: 6 }));
const FROM_ABOVE = ['--eye', '4,-9,7', '--target', '0,0,0.5', '--up', '0,0,1', '--light', '1,-1,2'];

function render(...args: string[]): PNG {
  const { status, stderr } = runCli(['render', ...args, '-o', out, '--size', '64x48', '--software']);
  expect(status, stderr).toBe(0);
  return PNG.sync.read(readFileSync(out));
}

/** The colours of all pixels, each once. */
const listColors = (data: Buffer) =>
  [
    ...new Set(Array.from({ length: data.length / 4 }, (_, pixel) => data.subarray(4 * pixel, 4 * pixel + 3).join())),
  ].sort();

/** Red at a place of the image, given in pixels. */
const redAt = ({ data, width }: PNG, x: number, y: number) => data[4 * (y * width + x)]!;

describe('tilecast render with meshes', () => {
  it('shows one in the middle of a fitted view', () => {
    const picture = render(ball, '--mesh-color', '#ff0000');
    expect(redAt(picture, 32, 24)).toBeGreaterThan(150);
    expect(redAt(picture, 1, 1)).toBe(0);
    expect(picture.data[4 * (24 * 64 + 32) + 1]).toBeLessThan(100);
  });

  it('shows one in its own color without light', () => {
    const { data } = render(ball, '--mesh-color', '#40c080', '--no-shade');
    expect(listColors(data)).toEqual(['0,0,0', '64,192,128']);
  });

  it('shows one that has colors in another', () => {
    const knot = join(import.meta.dirname, '../../../volumes/knot.ply');
    const { data } = render(knot, '--no-own-colors', '--mesh-color', '#40c080', '--no-shade');
    expect(listColors(data)).toEqual(['0,0,0', '64,192,128']);
  });

  it('shows several in one picture, with shadows', () => {
    const lit = render(floor, ball, ...FROM_ABOVE);
    const shadowed = render(floor, ball, ...FROM_ABOVE, '--shadows');
    const darker = lit.data.filter((value, index) => shadowed.data[index]! < value - 30).length;
    const brighter = lit.data.filter((value, index) => shadowed.data[index]! > value).length;
    expect(darker).toBeGreaterThan(60);
    expect(brighter).toBe(0);
    expect(shadowed.data.equals(render(ball, floor, ...FROM_ABOVE, '--shadows').data)).toBe(true);
  });

  it('lays a ground below meshes and volumes, on which they cast shadows, and which leaves the camera alone', () => {
    const view = ['--view', 'front', '--elevation', '30', '--ground', '#00ff00'];
    for (const [input, light] of [
      [ball, '1,2,1'],
      [SAMPLE, '1,-1,2'],
    ] as const) {
      const lit = render(input, ...view, '--light', light);
      const shadowed = render(input, ...view, '--light', light, '--shadows');
      const isGround = ({ data }: PNG, at: number) => data[at + 1]! > 60 + Math.max(data[at]!, data[at + 2]!);
      const bare = render(input, '--view', 'front', '--elevation', '30', '--light', light);
      let [ground, dark, lost] = [0, 0, 0];
      for (let at = 0; at < lit.data.length; at += 4) {
        if (!isGround(lit, at)) continue;
        ground++;
        if (shadowed.data[at + 1]! < lit.data[at + 1]! - 30) dark++;
        if (bare.data[at]! > 60) lost++;
      }
      expect(ground).toBeGreaterThan(300);
      expect(dark).toBeGreaterThan(20);
      // Nothing of what stands on it is below.
      expect(lost).toBe(0);
    }
  });

  it('draws the same whatever the tiles and slabs', () => {
    const expected = render(ball, '--flat');
    expect(render(ball, '--flat', '--workgroup', '16x4', '--slabs', '1').data.equals(expected.data)).toBe(true);
    expect(render(ball, '--flat', '--workgroup', '8x8', '--slabs', '40').data.equals(expected.data)).toBe(true);
  });

  it('shows meshes in the world of a volume, before some of it and behind other parts', () => {
    const small = ['--transform', '70,0,0,60, 0,70,0,0, 0,0,70,0', '--mesh-color', '#ff0000'];
    const view = ['--transfer', 'bone'];
    const both = render(SAMPLE, ball, ...small, ...view);
    const alone = render(SAMPLE, ...view);
    expect(both.data.equals(alone.data)).toBe(false);
    expect(render(ball, SAMPLE, ...small, ...view).data.equals(both.data)).toBe(true);
    // Invisible meshes change nothing.
    const same = ['--eye', '0,-700,0', '--target', '0,0,0', '--up', '0,0,1'];
    const invisible = render(SAMPLE, ball, ...small, ...view, ...same, '--mesh-opacity', '0');
    expect(invisible.data.equals(render(SAMPLE, ...view, ...same).data)).toBe(true);
  });

  it('says what it cost', () => {
    const path = join(folder, 'stats.json');
    render(ball, '--stats', path);
    const stats = JSON.parse(readFileSync(path, 'utf8'));
    expect(stats).toMatchObject({ software: true, shape: expect.stringMatching(/^\d+x\d+$/), samples: 0 });
    expect(stats.triangles).toBeGreaterThan(100);
    expect(stats.binItems).toBeGreaterThanOrEqual(stats.triangles);
    expect(stats.rti).toBeGreaterThan(1000);
  });

  it('replays a picture', () => {
    const light = [
      '--reflectivity',
      '0.5',
      '--reflections',
      '1',
      '--ambient-occlusion',
      '3',
      '--occlusion-distance',
      '1',
    ];
    const first = render(floor, ball, '--azimuth', '30', '--cull', 'back', ...light);
    const again = join(folder, 'again.png');
    expect(runCli(['render', '--replay', out, '-o', again, '--software']).status).toBe(0);
    expect(PNG.sync.read(readFileSync(again)).data.equals(first.data)).toBe(true);
  });

  it('renders a deformation, of which the first frame is the mesh itself', () => {
    const { status, stderr } = runCli([
      ...['render', ball, '-o', join(folder, 'twist-%d.png'), '--deform', 'wave', '--frames', '3'],
      ...['--size', '64x48', '--software', '--save-camera', join(folder, 'camera.json')],
    ]);
    expect(status, stderr).toBe(0);
    const frames = [0, 1, 2].map((index) => PNG.sync.read(readFileSync(join(folder, `twist-${index}.png`))));
    // The view is fitted to all frames.
    const still = render(ball, '--camera', join(folder, 'camera.json'));
    expect(frames[0]!.data.equals(still.data)).toBe(true);
    expect(frames[1]!.data.equals(frames[0]!.data)).toBe(false);
    expect(frames[2]!.data.equals(frames[1]!.data)).toBe(false);
  });

  const bad = join(folder, 'bad.png');
  const empty = join(folder, 'empty.obj');
  const cut = join(folder, 'cut.ply');
  writeFileSync(empty, '# nothing\n');
  writeFileSync(cut, 'ply\nformat binary_little_endian 1.0\nelement vertex 100\nproperty float x\n');
  it.each([
    ['a mesh without triangles', [empty], /empty\.obj: /],
    ['a mesh that is cut short', [cut], /cut\.ply: /],
    ['nine volumes', [ball, ...new Array<string>(9).fill(SAMPLE)], /is volume 9; a picture shows up to 8 volumes/],
    ['a mode', [ball, '--mode', 'mip'], /--mode: is for a volume, and there is none/],
    [
      'colours for other meshes',
      [ball, '--mesh-color', 'red', '--mesh-color', 'blue'],
      /once for each of the 1 meshes/,
    ],
    ['an opacity beyond 1', [ball, '--mesh-opacity', '2'], /--mesh-opacity: must be from 0 to 1/],
    [
      'a transform that flattens',
      [ball, '--transform', '1,0,0,0,0,1,0,0,0,0,0,0'],
      /must be finite, and have an inverse/,
    ],
    [
      'mirrors for other meshes',
      [ball, floor, ...['0.1', '0.2', '0.3'].flatMap((share) => ['--reflectivity', share])],
      /--reflectivity: .*once for each of the 2 meshes, not 3 times/,
    ],
    ['a reflectivity beyond 1', [ball, '--reflectivity', '1.1'], /--reflectivity: must be from 0 to 1/],
    ['too many reflections', [ball, '--reflections', '17'], /--reflections: must be from 0 to 16/],
    ['a distance of nothing', [ball, '--occlusion-distance', '1'], /--occlusion-distance: is for --ambient-occlusion/],
    ['an unknown way to trace', [ball, '--primary-rays', 'tree'], /--primary-rays: "tree" is none of auto, bins, bvh/],
    ['shadow rays of a volume', [SAMPLE, '--shadow-rays', 'bvh'], /--shadow-rays: is for meshes/],
    ['reflections without meshes', [SAMPLE, '--reflections', '3'], /--reflections: is for meshes/],
    ['a culling of a volume', [SAMPLE, '--cull', 'back'], /--cull: is for meshes/],
    ['a culling that is none', [ball, '--cull', 'left'], /none, back, front/],
    ['a deformation that is none', [ball, '--deform', 'melt'], /twist/],
    ['frames without a deformation', [ball, '--frames', '3'], /--deform/],
    ['too many slabs', [ball, '--slabs', '65'], /1 to 64/],
    ['two kinds of series', [ball, '--cameras', 'cameras.json', '--turntable', '3'], /leave out/],
  ])('refuses %s', (_, args, message) => {
    const { status, stderr } = runCli(['render', ...args, '-o', bad, '--software']);
    expect(stderr.replace(/^.*on the CPU\n/m, '')).toMatch(message);
    expect(status).toBe(2);
    expect(existsSync(bad)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });
});
