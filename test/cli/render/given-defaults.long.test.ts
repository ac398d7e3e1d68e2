/** A default that the help names, given, changes nothing of the picture. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { RENDER_OPTIONS } from '../../../src/cli/render/render-options.js';
import { attach } from '../../files/volumes/nrrd/write-nrrd.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const SIZE = 16;
const voxels = Int16Array.from({ length: SIZE ** 3 }, (_, at) => {
  const [i, j, k] = [at % SIZE, Math.floor(at / SIZE) % SIZE, Math.floor(at / SIZE ** 2)];
  return Math.round(
    Math.max(0, 1000 - 140 * Math.min(Math.hypot(i - 6, j - 8, k - 8), 0.8 * Math.hypot(i - 11, j - 6, k - 9))),
  );
});
const scan = join(folder, 'scan.nrrd');
writeFileSync(
  scan,
  attach({ type: 'int16', sizes: `${SIZE} ${SIZE} ${SIZE}`, endian: 'little' }, new Uint8Array(voxels.buffer)),
);
const mesh = 'volumes/knot.ply';
/** Its surfaces are bright: those of the scan are dark, and have more light. */
const bones = 'volumes/head-phantom.nrrd';

/** Undefined where the option is not for such an input. */
function tryRender(input: string, args: readonly string[]): Buffer | undefined {
  const out = join(folder, 'out.png');
  const { status, stderr } = runCli(['render', input, '-o', out, '--size', '24x20', '--software', ...args]);
  if (status === 2) return undefined;
  expect(status, stderr).toBe(0);
  return PNG.sync.read(readFileSync(out)).data;
}

function render(input: string, args: readonly string[]): Buffer {
  const picture = tryRender(input, args);
  if (!picture) throw new Error(`${args.join(' ')} was refused`);
  return picture;
}

const help = runCli(['render', '--help']).stdout.toString().replace(/\s+/g, ' ');

/** What the help says of an option's default. */
function defaultOf(option: string, where: RegExp): string {
  const text = help.slice(help.indexOf(`--${option} `));
  const found = where.exec(text)?.[1];
  if (!found) throw new Error(`the help names no such default of --${option}`);
  return found;
}

/** Defaults that stand in the help as they are given; options of output have none of the picture. */
const OTHERS = new Set(['size', 'detach', 'verbose', 'workers', 'fps', 'recipe', 'queue', 'collect']);
/** Options for inputs that are neither a plain volume nor a mesh; "any" distance is a word of the help alone. */
const NOT_HERE = new Set(['detail', 'memory', 'label-smoothing', 'fused-opacity', 'fused-depth', 'occlusion-distance']);
const PATHS = ['--quality', 'path', '--samples', '2'];
const SKY = [...PATHS, '--environment', 'sky'];
/** What an option is about. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  'light-size': ['--shadows'],
  'overlay-scale': ['--title', 'A'],
  'overlay-color': ['--title', 'A'],
  environment: PATHS,
  'sun-azimuth': SKY,
  'sun-elevation': SKY,
  turbidity: SKY,
  seed: PATHS,
  denoise: PATHS,
};
const stated = Object.entries(RENDER_OPTIONS).flatMap(([name, option]) => {
  const { defaultDescription, default: own } = option as { defaultDescription?: string; default?: unknown };
  const value = defaultDescription ?? (own === undefined ? undefined : String(own));
  return value === undefined || /[ ;]/.test(value) || OTHERS.has(name) || NOT_HERE.has(name)
    ? []
    : [[name, value] as const];
});

const SHARES = ['ambient', 'diffuse', 'specular', 'shininess'] as const;

describe('a given default changes nothing', () => {
  const alone = render(scan, []);
  const iso = render(scan, ['--iso', '500']);
  const model = render(mesh, []);

  it.each(SHARES)('--%s of a volume without a transfer function, and of a mesh', (option) => {
    const usual = defaultOf(option, /default ([\d.]+)/);
    const text = help.slice(help.indexOf(`--${option} `)).split(' --')[0]!;
    const derived = /([\d.]+)(?: or, on dark surfaces, more)? for composites without/.exec(text)?.[1] ?? usual;
    expect(render(bones, [`--${option}`, derived])).toEqual(render(bones, []));
    expect(render(scan, [`--${option}`, derived]).equals(alone)).toBe(!text.includes('on dark surfaces'));
    expect(render(scan, ['--iso', '500', `--${option}`, usual])).toEqual(iso);
    expect(render(mesh, [`--${option}`, usual])).toEqual(model);
  });

  it.each(['ambient', 'diffuse'] as const)('--%s with ambient occlusion', (option) => {
    const rays = ['--ambient-occlusion', '4'];
    for (const [input, where] of [
      [scan, /([\d.]+) with --ambient-occlusion/],
      [mesh, /with --ambient-occlusion \(([\d.]+) of meshes alone\)/],
    ] as const) {
      expect(render(input, [...rays, `--${option}`, defaultOf(option, where)])).toEqual(render(input, rays));
    }
  });

  it.each(stated)('--%s %s', (option, value) => {
    const args = value === 'true' ? [`--${option}`] : value === 'false' ? [`--no-${option}`] : [`--${option}`, value];
    const companions = COMPANIONS[option];
    const taken = [scan, mesh].filter((input) => {
      const found = tryRender(input, [...(companions ?? []), ...args]);
      const without = input === scan ? alone : model;
      if (found) expect(found, input).toEqual(companions ? render(input, companions) : without);
      return found;
    });
    expect(taken.length, 'an input that takes it').toBeGreaterThan(0);
  });
});
