/** Series of the points in time of a volume: each frame against the picture of its point alone. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const TIMES = 5;
const SIDE = 16;

/** A ball that grows and gets denser, in an NRRD file whose last axis is time. */
function writeBeat(name: string): string {
  const voxels = new Int16Array(SIDE ** 3 * TIMES);
  for (let at = 0; at < voxels.length; at++) {
    const time = Math.floor(at / SIDE ** 3);
    const [i, j, k] = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2) % SIDE];
    const far = Math.hypot(i - 7.5, j - 6.5, k - 8);
    voxels[at] = far < 3 + 0.8 * time ? 400 + 100 * time - 20 * far : 10 * Math.sin(at);
  }
  const header = [
    'NRRD0004',
    'type: int16',
    'dimension: 4',
    `sizes: ${SIDE} ${SIDE} ${SIDE} ${TIMES}`,
    'kinds: domain domain domain time',
    'encoding: gzip',
    'endian: little',
  ].join('\n');
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([Buffer.from(`${header}\n\n`), gzipSync(new Uint8Array(voxels.buffer))]));
  return path;
}

const scan = writeBeat('beat.nrrd');
const SIZE = ['--size', '40x30', '--software'];
const at = (name: string) => join(folder, name);
const pixels = (name: string) => PNG.sync.read(readFileSync(at(name))).data;

function render(...args: string[]): string {
  const { status, stderr } = runCli(['render', ...args, ...SIZE]);
  expect(status, stderr).toBe(0);
  return stderr;
}

it('renders every point in time as it is alone in the colours of the first', () => {
  const said = render(scan, '-o', at('t%d.png'), '--times', '0-4:2', '--save-camera', at('series.json'));
  expect(said).not.toMatch(/took time/);
  expect(readdirSync(folder).filter((name) => name.startsWith('t'))).toEqual(['t0.png', 't1.png', 't2.png']);
  render(scan, '-o', at('alone.png'), '--time', '0', '--camera', at('series.json'));
  expect(pixels('t0.png').equals(pixels('alone.png'))).toBe(true);
  for (const frame of [1, 2]) {
    // The recipe holds the first one's colours, whether its file is named or found.
    render('--replay', at(`t${frame}.png`), scan, '-o', at('named.png'));
    render('--replay', at(`t${frame}.png`), '-o', at('found.png'));
    expect(pixels('named.png').equals(pixels(`t${frame}.png`))).toBe(true);
    expect(pixels('found.png').equals(pixels(`t${frame}.png`))).toBe(true);
    expect(pixels(`t${frame}.png`).equals(pixels(`t${frame - 1}.png`))).toBe(false);
  }
});

it('has one view for all points, in which the largest has room', () => {
  const transfer = {
    colors: [{ value: 0, color: '#ffffff' }],
    opacities: [150, 250].map((value, opacity) => ({ value, opacity })),
  };
  writeFileSync(at('opaque.json'), JSON.stringify(transfer));
  const transparent = ['--background', 'transparent', '--transfer', at('opaque.json')];
  render(scan, '-o', at('fit%d.png'), '--times', '0-4', ...transparent, '--save-camera', at('all.json'));
  render(
    scan,
    '-o',
    at('last%d.png'),
    '--times',
    '0-4',
    '--frames',
    '4-4',
    ...transparent,
    '--save-camera',
    at('part.json'),
  );
  expect(readFileSync(at('part.json'), 'utf8')).toBe(readFileSync(at('all.json'), 'utf8'));
  for (const name of ['fit0.png', 'fit4.png']) {
    const { width, height, data } = PNG.sync.read(readFileSync(at(name)));
    const isEdge = (pixel: number) => {
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      return x === 0 || y === 0 || x === width - 1 || y === height - 1;
    };
    const shown = Array.from({ length: width * height }, (_, pixel) => pixel).filter(
      (pixel) => data[4 * pixel + 3]! > 0,
    );
    expect(shown.length, name).toBeGreaterThan(50);
    expect(shown.filter(isEdge), name).toEqual([]);
  }
});

it('shows them over again on a turntable, in given colours', () => {
  render(
    scan,
    '-o',
    at('turn%d.png'),
    '--times',
    '1-3',
    '--turntable',
    '4',
    '--transfer',
    'bone',
    '--save-camera',
    at('turn.json'),
  );
  render(
    scan,
    '-o',
    at('first%d.png'),
    '--time',
    '1',
    '--transfer',
    'bone',
    '--camera',
    at('turn.json'),
    '--turntable',
    '1',
  );
  const frames = ['turn0.png', 'turn1.png', 'turn2.png', 'turn3.png'].map(pixels);
  expect(new Set(frames.map((frame) => frame.toString('base64'))).size).toBe(4);
  expect(frames[0]!.equals(pixels('first0.png'))).toBe(true);
});

it('goes on where it was, and makes animations and raw video', () => {
  render(scan, '-o', at('go%d.png'), '--times', '0-4', '--frames', '0-1');
  expect(existsSync(at('go2.png'))).toBe(false);
  const before = readFileSync(at('go1.png'));
  render(scan, '-o', at('go%d.png'), '--times', '0-4');
  expect(readFileSync(at('go1.png')).equals(before)).toBe(true);
  expect(existsSync(at('go4.png'))).toBe(true);
  render(scan, '-o', at('beat.png'), '--times', '0-4');
  expect(readFileSync(at('beat.png')).includes('acTL')).toBe(true);
  render(scan, '-o', at('beat.y4m'), '--times', '0-4');
  expect(readFileSync(at('beat.y4m')).toString('latin1').split('FRAME\n')).toHaveLength(6);
});

it.each([
  [['--times', '0-5'], /--times: the volume has no point in time 5; they run from 0 to 4$/],
  [['--times', '3-1'], /--times: "3-1" must have the lower number first$/],
  [['--times', '0-4:0'], /--times: "0-4:0" is no range A-B of points in time, nor A-B:STEP$/],
  [['--times', '1'], /--times: "1" is no range/],
  [['--times', '0-4', '--time', '2'], /--times: leave out either this or --time$/],
])('refuses %s', (args, message) => {
  const { status, stderr } = runCli(['render', scan, '-o', at('no%d.png'), ...args, ...SIZE]);
  expect(stderr.trim()).toMatch(message);
  expect(status).toBe(2);
  expect(existsSync(at('no0.png'))).toBe(false);
});

it('has fused volumes of as many points follow, and others stay at their first', () => {
  const still = [...'01234'].map((time) => {
    render(
      scan,
      scan,
      '-o',
      at('both.png'),
      '--time',
      time,
      '--camera',
      at('series.json'),
      '--fused-transfer',
      'viridis',
    );
    return pixels('both.png');
  });
  const lone = (time: string) => {
    writeFileSync(at(`lone${time}.nrrd`), cutTime(Number(time)));
    render(
      scan,
      at(`lone${time}.nrrd`),
      '-o',
      at('one.png'),
      '--time',
      time,
      '--camera',
      at('series.json'),
      '--fused-transfer',
      'viridis',
    );
    return pixels('one.png');
  };
  expect(lone('3').equals(still[3]!)).toBe(true);
  expect(lone('0').equals(still[0]!)).toBe(true);
  expect(still[3]!.equals(still[0]!)).toBe(false);
});

/** One point in time of the scan as a file of its own. */
function cutTime(time: number): Uint8Array {
  const bytes = readFileSync(scan);
  const start = bytes.indexOf('\n\n') + 2;
  const voxels = gunzipSync(bytes.subarray(start)).subarray(time * 2 * SIDE ** 3, (time + 1) * 2 * SIDE ** 3);
  const header = [
    'NRRD0004',
    'type: int16',
    'dimension: 3',
    `sizes: ${SIDE} ${SIDE} ${SIDE}`,
    'encoding: raw',
    'endian: little',
  ];
  return Buffer.concat([Buffer.from(`${header.join('\n')}\n\n`), voxels]);
}
