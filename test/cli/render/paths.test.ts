/** `tilecast render --quality path`. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const folder = makeFolder();
const SMALL = ['--size', '20x16', '--software', '--quality', 'path'];

function render(name: string, ...args: string[]) {
  const path = join(folder, name);
  const { status, stderr } = runCli(['render', ...args, '-o', path]);
  expect(status, stderr).toBe(0);
  return { path, stderr, data: PNG.sync.read(readFileSync(path)).data };
}

describe('tilecast render --quality path', () => {
  it('is the same in every run and when it is replayed, and calmer with fewer paths when denoised', () => {
    const first = render('first.png', SAMPLE, ...SMALL, '--samples', '3', '--seed', '5');
    expect(new Set(first.data).size).toBeGreaterThan(20);
    expect(render('again.png', SAMPLE, ...SMALL, '--samples', '3', '--seed', '5').data.equals(first.data)).toBe(true);
    expect(render('replayed.png', '--replay', first.path, SAMPLE, '--software').data.equals(first.data)).toBe(true);
    expect(render('other.png', SAMPLE, ...SMALL, '--samples', '3').data.equals(first.data)).toBe(false);
    const calm = render('calm.png', SAMPLE, ...SMALL, '--samples', '3', '--seed', '5', '--denoise');
    expect(calm.data.equals(first.data)).toBe(false);
  });

  it('has the light of a panorama, which a replay finds by name and content', () => {
    const header = '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n';
    const light = Uint8Array.from([...new TextEncoder().encode(header), 9, 9, 9, 128, 200, 160, 90, 130]);
    const [path, moved] = [join(folder, 'light.hdr'), join(folder, 'below', 'light.hdr')];
    writeFileSync(path, light);
    const first = render('lit.png', SAMPLE, ...SMALL, '--samples', '2', '--environment', path);
    expect(render('studio.png', SAMPLE, ...SMALL, '--samples', '2').data.equals(first.data)).toBe(false);
    expect(readFileSync(first.path).includes(folder), 'folders are nobody’s business').toBe(false);
    mkdirSync(join(folder, 'below'));
    renameSync(path, moved);
    writeFileSync(
      path,
      light.map((byte, index) => (index > 60 ? 1 : byte)),
    );
    expect(render('relit.png', '--replay', first.path, SAMPLE, '--software').data.equals(first.data)).toBe(true);
  });

  it('ends where its noise is small enough, and says how small', () => {
    const stats = join(folder, 'noise.json');
    const { stderr, data } = render('calm.png', SAMPLE, ...SMALL, '--noise', '12', '--stats', stats);
    const { count, noise } = JSON.parse(readFileSync(stats, 'utf8')).paths;
    expect(noise).toBeLessThanOrEqual(12);
    expect(stderr).toContain(`tilecast: the noise is ${noise.toFixed(2)} of 255 after ${count} samples\n`);
    const before = render('before.png', SAMPLE, ...SMALL, '--noise', '12', '--samples', String(count - 1));
    expect(before.stderr).toMatch(
      new RegExp(`after ${count - 1} samples, more than --noise 12: give it more --samples`),
    );
    // With a limit to the noise, frames have one path of a pixel.
    const counted = ['--samples', String(count), '--noise', '1e-6'];
    expect(render('same.png', SAMPLE, ...SMALL, ...counted).data.equals(data)).toBe(true);
  });

  it('ends in time, and says which options have no effect', () => {
    const { stderr } = render('late.png', SAMPLE, ...SMALL, '--samples', '100000', '--path-time', '0.2', '--shadows');
    expect(stderr).toMatch(/--shadows: has no effect on --quality path/);
  });

  it.each([
    [['--denoise'], /--denoise: is for --quality path/],
    [['--environment', 'white'], /--environment: is for --quality path/],
    [
      ['--quality', 'path', '--environment', 'night'],
      /--environment: "night" is none of white, dim, studio, softbox, cinematic, sky, and no file/,
    ],
    [['--quality', 'path', '--environment', './no.hdr'], /no\.hdr: does not exist/],
    [['--quality', 'path', '--environment', SAMPLE], /head-phantom\.nrrd: is no Radiance picture/],
    [['--quality', 'path', '--environment', SAMPLE, '--queue', 'local'], /head-phantom\.nrrd: is no Radiance picture/],
    [['--quality', 'path', '--samples', '0'], /--samples: /],
    [['--quality', 'path', '--light-size', '4'], /--light-size: is for lamps, which --light names/],
    [['--ground', 'shadow'], /--ground: shadow is for --quality path; name a colour/],
    [['--background', 'environment'], /--background: environment is what --quality path shows/],
    [['--noise', '2'], /--noise: is for --quality path/],
    [['--quality', 'path', '--noise', '0'], /--noise: must be greater than 0, not 0/],
    [['--quality', 'path', '--path-time', '-1'], /--path-time: /],
    [['--quality', 'path', '--heatmap', 'samples'], /--heatmap: is not for --quality path/],
    [['--quality', 'path', '--mode', 'mip'], /--mode: quality path is for the mode composite/],
  ])('refuses %j', (args, message) => {
    const path = join(folder, 'refused.png');
    const { status, stderr } = runCli(['render', SAMPLE, '-o', path, '--software', ...args]);
    expect([status, existsSync(path)]).toEqual([2, false]);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
