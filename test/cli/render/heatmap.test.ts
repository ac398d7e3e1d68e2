/** `tilecast render` with a heat map instead of the picture, and with the tiles drawn on it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { chooseHeatmap } from '../../../src/cli/render/overlays/choose-heatmap.js';
import { chooseOverlays } from '../../../src/cli/render/overlays/choose-overlays.js';
import { readPngText } from '../../../src/node/png/png-text.js';
import { parseOptions } from '../../../src/recipe/options.js';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const KNOT = join(import.meta.dirname, '..', '..', '..', 'volumes', 'knot.ply');
const folder = makeFolder();
const out = join(folder, 'out.png');

function render(...args: string[]) {
  const { status, stderr } = runCli(['render', ...args, '-o', out, '--adapter', 'swiftshader']);
  expect(status, stderr).toBe(0);
  return { ...PNG.sync.read(readFileSync(out)), stderr };
}

const SMALL = ['--size', '48x40'];
/** What a map of 48 × 40 pixels lies at: behind the margin, and above it. */
const mapOf = ({ data, width, height }: { data: Buffer; width: number; height: number }) =>
  Array.from({ length: 40 }, (_, row) => {
    const start = 4 * ((height - 45 + row) * width + 5);
    return data.subarray(start, start + 4 * 48).toString('hex');
  }).join('');

describe('tilecast render --heatmap', () => {
  it('shows where the samples, the tests and the skipped samples are', () => {
    const maps = [
      render(SAMPLE, '--heatmap', 'samples', ...SMALL),
      render(SAMPLE, '--heatmap', 'skips', ...SMALL),
      render(KNOT, '--heatmap', 'triangles', ...SMALL),
    ];
    for (const map of maps) expect(map.width).toBeGreaterThan(48 + 20);
    expect(new Set(maps.map(mapOf)).size).toBe(3);
    // A corner that no ray meets anything in is as dark as the foot of the bar, the knot is not.
    const [, , { data, width, height }] = maps as [unknown, unknown, PNG];
    const at = (x: number, y: number) => data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3).toString('hex');
    expect(at(5, height - 6)).toBe('440154');
    expect(at(width - 9, height - 6)).toBe('440154');
    expect(new Set(Array.from({ length: 40 }, (_, row) => at(18, height - 6 - row))).size).toBeGreaterThan(3);
  });

  it('shows where the time goes, and statistics beside it', () => {
    const stats = join(folder, 'stats.json');
    const { width, height } = render(SAMPLE, KNOT, '--heatmap', 'time', '--stats', stats, '--size', '32x24');
    expect([width, height].every((side) => side > 32)).toBe(true);
    expect(JSON.parse(readFileSync(stats, 'utf8'))).toMatchObject({ samples: expect.any(Number), tiles: 48 });
  });

  it('is made again from its recipe, to the byte', () => {
    render(KNOT, '--heatmap', 'triangles', '--overlay', 'tiles,scale-bar', ...SMALL);
    const before = readFileSync(out);
    expect(JSON.parse(readPngText(before, out)['tilecast:recipe']!).heatmap).toBe('triangles');
    const again = join(folder, 'again.png');
    expect(runCli(['render', '--replay', out, dirname(KNOT), '-o', again, '--adapter', 'swiftshader']).status).toBe(0);
    expect(readFileSync(again).equals(before)).toBe(true);
  });

  it('is each frame of a series, all of one size', () => {
    render(KNOT, '--heatmap', 'triangles', '--turntable', '2', ...SMALL);
    const chunks = readFileSync(out).toString('latin1');
    expect(chunks.split('fcTL')).toHaveLength(3);
    expect(PNG.sync.read(readFileSync(out)).width).toBeGreaterThan(48);
  });
});

describe('tilecast render --overlay tiles', () => {
  it('draws on volumes and on meshes, and says what the picture cannot', () => {
    const plain = render(KNOT, ...SMALL);
    const tiles = render(KNOT, '--overlay', 'tiles', ...SMALL);
    expect(tiles.data.equals(plain.data)).toBe(false);
    expect(tiles.stderr).toMatch(/4x4 pixels: there is a line at every 2nd column/);
    expect(tiles.stderr).toMatch(/of its 16 slabs/);
    const large = render(SAMPLE, '--overlay', 'tiles,orientation', '--workgroup', '16x16', ...SMALL);
    expect(large.stderr).not.toMatch(/tint|line at/);
  });
});

describe('what cannot be', () => {
  it.each([
    [[SAMPLE, '--heatmap', 'triangles'], /--heatmap triangles: is for meshes/],
    [[KNOT, '--heatmap', 'samples'], /--heatmap samples: is for a volume/],
  ])('is said in one line: %j', (args, message) => {
    const bad = join(folder, 'bad.png');
    const { status, stderr } = runCli(['render', ...args, '-o', bad, '--adapter', 'swiftshader']);
    const lines = stderr.split('\n').filter((line) => line && !line.includes('renders on the CPU'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(message);
    expect(status).toBe(2);
    expect(existsSync(bad)).toBe(false);
  });

  it('is what a volume or meshes would be needed for, and what is unknown or twice there', () => {
    const args = parseOptions;
    const none = { volume: false, meshes: true, values: false };
    expect(() => chooseHeatmap(args({ heatmap: 'skips' }))!.check(none)).toThrow(/--heatmap skips: is for a volume/);
    expect(() => chooseHeatmap(args({ heatmap: 'time' }))!.check(none)).not.toThrow();
    expect(() => chooseHeatmap(args({ heatmap: 'rays' }))).toThrow(/"rays" is none of samples, triangles, skips, time/);
    expect(() => chooseOverlays(args({ heatmap: 'time', overlay: 'color-bar' }))).toThrow(/--overlay color-bar/);
    const overlays = chooseOverlays(args({ overlay: 'scale-bar,orientation' }));
    expect(() => overlays.checkAnatomical(false)).toThrow(/--overlay orientation: is for anatomical spaces/);
    expect(() => overlays.check({ volume: true, values: false })).not.toThrow();
  });
});
