/** The options of `tilecast view`: what the page's element gets of them, and what is refused before there is a page. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chooseAttributes } from '../../../src/cli/view/choose-attributes.js';
import { readAttribute } from '../../../src/viewer/attributes.js';
import { DOCUMENT_DEFAULTS } from '../../../src/viewer/document/document.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const write = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

it('writes options as attributes, with what is in their files', async () => {
  const transfer = write(
    'hot.json',
    '{"colors": [{"value": 3, "color": "#ff0000"}], "opacities": [{"value": 3, "opacity": 1}]}',
  );
  const transform = write('move.txt', '1 0 0 5\n0 1 0 6\n0 0 1 7\n');
  const { attributes, mask } = await chooseAttributes(
    {
      ...{ transfer, transform: [transform], clip: ['1,0,0,5', '0,1,0,2'], skip: false, mask: 'labels.nrrd' },
      ...{ 'fused-transfer': [transfer, 'hot'], values: ['mean curvature'], series: '2', azimuth: '30', labels: '1' },
    },
    false,
  );
  expect(attributes).toMatchObject({
    ...{ transform: '1,0,0,5,0,1,0,6,0,0,1,7', skip: 'false', values: 'mean curvature', series: '2', azimuth: '30' },
    labels: '1',
  });
  expect(mask).toBe('labels.nrrd');
  const read = (name: string) => readAttribute(name, attributes[name]!, DOCUMENT_DEFAULTS).document;
  expect(read('transfer')?.transfer?.colors).toMatchObject([{ value: 3, color: [1, 0, 0] }]);
  expect(read('clip')?.clip).toHaveLength(2);
  expect(read('fused-transfer')?.fused).toMatchObject([{ transfer: { colors: [{ value: 3 }] } }, { preset: 'hot' }]);
});

it('moves the camera of a file, as tilecast render does', async () => {
  const eye = { projection: 'orthographic', eye: [0, -10, 0], target: [0, 0, 0], up: [0, 0, 1], height: 4 };
  const camera = write('camera.json', JSON.stringify(eye));
  const { attributes } = await chooseAttributes({ camera, zoom: '2', azimuth: '90' }, false);
  expect(attributes).not.toHaveProperty('zoom');
  const read = readAttribute('camera', attributes['camera']!, DOCUMENT_DEFAULTS).document?.camera;
  expect(read).toMatchObject({ height: 2 });
  expect(read!.eye[0]).toBeCloseTo(10);
  await expect(chooseAttributes({ azimuth: '90' }, true)).rejects.toThrow('--azimuth: the saved view has a camera');
});

it.each([
  [['--turntable', '3'], /^tilecast: --turntable: is for series of frames, which tilecast render makes/],
  [['--output', 'x.png'], /^tilecast: --output: is for tilecast render; the page saves pictures/],
  [['--clip', '1,2'], /^tilecast: --clip: "1,2" is not NX,NY,NZ,D$/],
  [['--labels', '1'], /^tilecast: --labels: is for --mask/],
  [['--height', '3'], /^tilecast: --height: is for --projection orthographic/],
  [['--values', './a.csv'], /^tilecast: --values: \.\/a\.csv is a file, which the page cannot read/],
  [['--mask', 'none.ply'], /^tilecast: none\.ply: does not exist; check the path$/],
  [['--mode', 'isosurface', '--port', '99999'], /^tilecast: --port: must be from 0 to 65535/],
])('refuses %j in one line', (args, line) => {
  const { status, stdout, stderr } = runCli(['view', write('a.ply', 'ply'), '--no-open', ...args]);
  expect([status, stdout.toString()]).toEqual([2, '']);
  expect(stderr.trimEnd()).toMatch(line);
  expect(stderr.trimEnd()).not.toContain('\n');
});

it('has the options of pictures in its help, and no others', () => {
  const { stdout } = runCli(['view', '--help']);
  for (const name of ['--clip', '--label-surfaces', '--animation', '--environment', '--eye']) {
    expect(stdout.toString()).toContain(name);
  }
  expect(stdout.toString()).not.toMatch(/--(output|turntable|overlay|queue)\b/);
});
