/** Several frames, recipes and replays from the command line. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { chooseFrames } from '../../../src/cli/render/frames/choose-frames.js';
import { chooseMotion } from '../../../src/cli/render/frames/choose-motion.js';
import { readPngText } from '../../../src/node/png/png-text.js';
import { parseOptions } from '../../../src/recipe/options.js';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const SMALL = ['--size', '48x40', '--software'];

function render(...args: string[]) {
  const run = runCli(['render', ...args, ...SMALL]);
  expect(run.status, run.stderr).toBe(0);
  return run;
}

const pixels = (path: string) => PNG.sync.read(readFileSync(path)).data;

describe('a recipe', () => {
  const folder = makeFolder();
  const original = join(folder, 'original.png');
  const again = join(folder, 'again.png');
  const looks = ['--transfer', 'bone', '--view', 'left', '--azimuth', '20', '--clip', '1,0,0,-20', '--samples', '2'];

  it('makes the same picture again, to the byte', () => {
    render(SAMPLE, '-o', original, ...looks, '--jitter', '3', '--overlay', 'scale-bar,orientation,color-bar');
    const replay = runCli(['render', '--replay', original, dirname(SAMPLE), '-o', again, '--software']);
    expect(replay.status, replay.stderr).toBe(0);
    expect(readFileSync(again).equals(readFileSync(original))).toBe(true);
  });

  it('says what the picture was made from and how', () => {
    const recipe = JSON.parse(readPngText(readFileSync(original), original)['tilecast:recipe']!);
    expect(recipe).toMatchObject({
      tilecast: expect.stringMatching(/^\d+\.\d+\.\d+/),
      inputs: [{ path: basename(SAMPLE), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      camera: { projection: 'perspective', eye: expect.any(Array) },
      resolved: { transfer: { colors: expect.any(Array), opacities: expect.any(Array) } },
      step: '1',
      // The one that was taken differs by the run, and stands in the statistics.
      made: { shape: 'auto', adapter: expect.any(String) },
    });
  });

  it('can be changed', () => {
    render('--replay', original, dirname(SAMPLE), '-o', again, '--view', 'right');
    expect(pixels(again).equals(pixels(original))).toBe(false);
  });

  it('refuses an input that has changed, unless it is named', () => {
    const copy = join(folder, 'copy.nrrd');
    const picture = join(folder, 'copy.png');
    writeFileSync(copy, readFileSync(SAMPLE));
    render(copy, '-o', picture);
    writeFileSync(copy, readFileSync(SAMPLE).toString('latin1').replace('\n', '\n# another\n'), 'latin1');
    const { status, stderr } = runCli(['render', '--replay', picture, '-o', again]);
    expect(stderr).toMatch(/copy\.nrrd: is not what .* was made from/);
    expect(status).toBe(2);
    expect(render('--replay', picture, copy, '-o', again).stderr).toMatch(/is not what .* was made from/);
  });

  it.each([
    ['of a file that is no picture', SAMPLE, /no PNG/],
    ['of a picture that has none', join(folder, 'plain.png'), /no recipe/],
  ])('%s is refused', (_, path, message) => {
    writeFileSync(join(folder, 'plain.png'), PNG.sync.write(new PNG({ width: 2, height: 2 })));
    const { status, stderr } = runCli(['render', '--replay', path, '-o', again]);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('a turntable', () => {
  it('writes numbered pictures, and keeps those that are there', () => {
    const folder = makeFolder();
    const args = [SAMPLE, '-o', join(folder, 'turn-%03d.png'), '--turntable', '4'];
    const camera = join(makeFolder(), 'camera.json');
    render(...args, '--save-camera', camera);
    const names = ['turn-000.png', 'turn-001.png', 'turn-002.png', 'turn-003.png'];
    expect(readdirSync(folder)).toEqual(names);
    const [first, quarter] = names.map((name) => join(folder, name));
    const single = join(folder, 'single.png');
    render(SAMPLE, '-o', single, '--camera', camera, '--azimuth', '90');
    expect(pixels(quarter!).equals(pixels(single))).toBe(true);

    // Whole pictures of the same recipe stay as they are; half ones and others are made anew.
    for (const name of names) utimesSync(join(folder, name), 1, 1);
    truncateSync(quarter!, 500);
    render(...args);
    const fresh = names.filter((name) => statSync(join(folder, name)).mtimeMs > 1000);
    expect(fresh).toEqual(['turn-001.png']);
    render(...args, '--zoom', '1.5');
    expect(statSync(first!).mtimeMs).toBeGreaterThan(1000);
  });

  it('writes an animation whose frames are the pictures', () => {
    const folder = makeFolder();
    const path = join(folder, 'spin.png');
    const camera = join(makeFolder(), 'camera.json');
    render(SAMPLE, '-o', path, '--turntable', '3', '--fps', '10', '--save-camera', camera);
    expect(readdirSync(folder)).toEqual(['spin.png']);
    const chunks = [
      ...readFileSync(path)
        .toString('latin1')
        .matchAll(/acTL|fcTL/g),
    ].map(([type]) => type);
    expect(chunks).toEqual(['acTL', 'fcTL', 'fcTL', 'fcTL']);
    const single = join(folder, 'single.png');
    render(SAMPLE, '-o', single, '--camera', camera);
    expect(pixels(path).equals(pixels(single))).toBe(true);
  });

  it('is made range by range, in any order, and put together by what renders the rest', () => {
    const folder = makeFolder();
    const [whole, ranges] = [join(folder, 'whole.png'), join(folder, 'ranges.png')];
    render(SAMPLE, '-o', whole, '--turntable', '4');
    render(SAMPLE, '-o', ranges, '--turntable', '4', '--frames', '3-3');
    render(SAMPLE, '-o', ranges, '--turntable', '4', '--frames', '0-1');
    expect(readdirSync(`${ranges}.frames`).sort()).toEqual(['0.png', '1.png', '3.png']);
    const { stderr } = render(SAMPLE, '-o', ranges, '--turntable', '4', '--verbose');
    expect(stderr).toContain('ranges.png: 48 × 40 pixels');
    expect(readFileSync(ranges).equals(readFileSync(whole))).toBe(true);
    expect(existsSync(`${ranges}.frames`)).toBe(false);
  });

  it.each([
    ['4-5', { turntable: '4' }, /--frames: 4-5 is beyond the last frame, 3/],
    ['2-1', { turntable: '4' }, /lower number first/],
    ['1-', { turntable: '4' }, /no range A-B/],
    ['1-2/', { turntable: '4' }, /no range A-B/],
    ['0-1/4', { turntable: '4' }, /is for --deform/],
    ['2', { turntable: '4' }, /is for --deform/],
    ['0-1', {}, /there is one/],
  ])('refuses frames %s %j', async (frames, args, message) => {
    const planned = (async () => {
      const motion = chooseMotion(parseOptions({ frames }));
      return chooseFrames(parseOptions({ frames, ...args }), 'a.png', motion);
    })();
    await expect(planned).rejects.toThrow(message);
  });

  it('stops between two frames on Ctrl-C, leaves no half picture, and goes on where it stopped', async () => {
    const folder = makeFolder();
    const main = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli', 'main.js');
    const args = ['render', SAMPLE, '-o', join(folder, '%d.png'), '--turntable', '400', ...SMALL];
    const child = spawn(process.execPath, [main, ...args], { stdio: 'ignore' });
    while (!existsSync(join(folder, '1.png'))) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    const status = await new Promise((resolve) => child.on('exit', resolve));
    expect(status).toBe(130);
    const names = readdirSync(folder);
    expect(names.length).toBeLessThan(400);
    for (const name of names) expect(pixels(join(folder, name))).toHaveLength(4 * 48 * 40);
  });
});

describe('cameras', () => {
  const folder = makeFolder();
  const saved = join(folder, 'camera.json');

  it('are saved and taken again', () => {
    const [a, b] = [join(folder, 'a.png'), join(folder, 'b.png')];
    render(
      SAMPLE,
      '-o',
      a,
      '--view',
      'left',
      '--elevation',
      '25',
      '--projection',
      'orthographic',
      '--save-camera',
      saved,
    );
    render(SAMPLE, '-o', b, '--camera', saved);
    expect(pixels(b).equals(pixels(a))).toBe(true);
  });

  it('make a series', () => {
    const list = join(folder, 'cameras.json');
    const camera = JSON.parse(readFileSync(saved, 'utf8'));
    writeFileSync(list, JSON.stringify([camera, { ...camera, height: camera.height / 2 }]));
    render(SAMPLE, '-o', join(folder, 'series-%d.png'), '--cameras', list);
    expect(pixels(join(folder, 'series-0.png')).equals(pixels(join(folder, 'a.png')))).toBe(true);
    expect(pixels(join(folder, 'series-1.png')).equals(pixels(join(folder, 'a.png')))).toBe(false);
  });

  it.each([
    ['no list', '{}', /list of cameras/],
    ['no JSON', 'eye', /not JSON/],
    ['a camera that is none', '[{"projection": "perspective"}]', /camera 0: .*eye/],
  ])('are refused: %s', (_, text, message) => {
    const path = join(folder, 'bad.json');
    writeFileSync(path, text);
    const { status, stderr } = runCli(['render', SAMPLE, '-o', join(folder, 'x-%d.png'), '--cameras', path]);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});
