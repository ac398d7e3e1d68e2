/** `tilecast render` with a second volume in the world of the first. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();

function writeBall(name: string, center: number, spacing: number): string {
  const side = 16;
  const voxels = Uint8Array.from({ length: side ** 3 }, (_, index) => {
    const place = [index % side, Math.floor(index / side) % side, Math.floor(index / side ** 2)];
    return Math.max(0, 250 - 40 * Math.hypot(...place.map((at) => spacing * (at - 7.5) - center)));
  });
  const first = -7.5 * spacing;
  const header = [
    'NRRD0004',
    'type: uint8',
    'dimension: 3',
    `sizes: ${side} ${side} ${side}`,
    'encoding: raw',
    `space directions: (${spacing},0,0) (0,${spacing},0) (0,0,${spacing})`,
    'space dimension: 3',
    `space origin: (${first},${first},${first})`,
  ];
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([Buffer.from(`${header.join('\n')}\n\n`), voxels]));
  return path;
}

const first = writeBall('first.nrrd', -3, 1);
const second = writeBall('second.nrrd', 3, 0.8);
const SIZE = ['--size', '48x48', '--software'];

function render(output: string, ...args: string[]) {
  const path = join(folder, output);
  const { status, stderr } = runCli(['render', ...args, '-o', path, ...SIZE]);
  expect(status, stderr).toBe(0);
  return { path, png: PNG.sync.read(readFileSync(path)) };
}

it('shows a second volume in its own colors, and a recipe makes the picture again without the file of the colors', () => {
  const green = join(folder, 'green.json');
  writeFileSync(
    green,
    JSON.stringify({
      colors: [{ value: 0, color: [0, 1, 0] }],
      opacities: [
        { value: 50, opacity: 0 },
        { value: 100, opacity: 1 },
      ],
    }),
  );
  const { path, png } = render('both.png', first, second, '--transfer', 'grey', '--fused-transfer', green);
  const pixels = Array.from({ length: 48 * 48 }, (_, at) => png.data.subarray(4 * at, 4 * at + 3));
  expect(pixels.filter(([red, g, blue]) => g! > 150 && red! < 50 && blue! < 50).length).toBeGreaterThan(20);
  expect(pixels.filter(([red, g]) => red! > 20 && red === g).length).toBeGreaterThan(20);
  writeFileSync(green, 'gone');
  const again = runCli(['render', '--replay', path, '-o', join(folder, 'again.png'), '--software']);
  expect(again.status, again.stderr).toBe(0);
  expect(readFileSync(join(folder, 'again.png')).equals(readFileSync(path))).toBe(true);
});

it('shows the first alone where the second is transparent', () => {
  const camera = join(folder, 'camera.json');
  const alone = render('alone.png', first, '--transfer', 'grey', '--save-camera', camera);
  const both = render('dim.png', first, second, '--transfer', 'grey', '--fused-opacity', '0', '--camera', camera);
  expect(both.png.data.equals(alone.png.data)).toBe(true);
});

it.each([
  ['an option without a second volume', [first, '--fused-transfer', 'hot'], /--fused-transfer: is for a second volume/],
  [
    'more options than volumes',
    [first, second, '--fused-opacity', '1', '--fused-opacity', '1'],
    /once, or once for each/,
  ],
  ['a factor above 1', [first, second, '--fused-opacity', '2'], /--fused-opacity: must be from 0 to 1, not 2/],
  ['a window that is none', [first, second, '--fused-window', '3,1'], /--fused-window: .* a lower and a higher number/],
  ['another mode', [first, second, '--mode', 'mip'], /fused volumes are for the mode composite, not for mip/],
])('refuses %s', (_, args, message) => {
  const { status, stderr } = runCli(['render', ...args, '-o', join(folder, 'none.png'), ...SIZE]);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
});
