/** Times the shapes that policies take in looks of all kinds, at several sizes of the image. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createShading, parseShapeProfile, type VolumeScene } from 'tilecast';
import { chooseShape, formatShape } from 'tilecast/lab';
import { geometricMean } from '../averages.js';
import { type Bits, listLooks, listViews, makeVolume } from '../sampling/scene.js';
import { CastTimer, opaqueTransfer, sidesOf } from './cast-timing.js';

const { values: flags } = parseArgs({
  options: {
    software: { type: 'boolean', default: false },
    /** Voxels along each side, and sizes of images. */
    side: { type: 'string', default: '1024' },
    images: { type: 'string', default: '1024x1024,256x256,512x512,800x600,1920x1080' },
    views: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '5' },
    bits: { type: 'string', default: '8' },
    /** A profile that `tilecast tune -o FILE` wrote. */
    profile: { type: 'string' },
    out: { type: 'string', default: join('experiments', 'workgroup-shapes', 'looks.json') },
  },
});
const bits = Number(flags.bits) as Bits;

const timer = await CastTimer.open(flags.software);
const { maxInvocations } = timer;
const profile =
  flags.profile === undefined ? undefined : parseShapeProfile(readFileSync(flags.profile, 'utf8'), flags.profile);
const rule = { maxInvocations, isGpu: true };
type Seen = Parameters<typeof chooseShape>[0];
const policies: Readonly<Record<string, (view: Seen) => ReturnType<typeof chooseShape>>> = {
  blocks: (view) => chooseShape(view, rule),
  strips: (view) => chooseShape({ ...view, isDense: true }, rule),
  ...(profile && {
    profile: (view: Seen) => chooseShape(view, { ...rule, profile }),
    'profile to 512': (view: Seen) => chooseShape(view, { ...rule, profile, maxInvocations: 512 }),
  }),
};

const volume = makeVolume(Number(flags.side), bits);
const opaque = opaqueTransfer(bits);
const looks = listLooks(bits);
const [dense] = looks;
const cases: { readonly look: string; readonly scene: VolumeScene; readonly quality: 'plain' | 'fine' }[] = [
  { look: 'dense', scene: { volume, transfer: dense!.transfer }, quality: 'plain' },
  { look: 'dense, fine', scene: { volume, transfer: dense!.transfer }, quality: 'fine' },
  { look: 'dense, lit', scene: { volume, transfer: dense!.transfer, shading: createShading() }, quality: 'plain' },
  { look: 'opaque', scene: { volume, transfer: opaque }, quality: 'plain' },
  { look: 'opaque, fine', scene: { volume, transfer: opaque }, quality: 'fine' },
  ...looks.slice(1).map(({ name, transfer, shading }) => ({
    look: name,
    scene: { volume, transfer, ...(shading && { shading }) },
    quality: 'plain' as const,
  })),
];
const views = listViews(volume, Number(flags.views));

const rows: object[] = [];
for (const size of flags.images.split(',')) {
  const [width, height] = sidesOf(size);
  const target = timer.createTarget(width, height);
  // Shapes in looks that leave samples out hardly depend on the size.
  for (const { look, scene, quality } of size === flags.images.split(',')[0] ? cases : cases.slice(0, 4)) {
    const chosen = views.map(({ camera }) => {
      const seen = { camera, volume, image: { width, height } };
      return Object.entries(policies).map(([name, choose]) => ({ name, shape: choose(seen).shape }));
    });
    // Compiles, and raises the clock.
    for (const [index, { camera }] of views.entries()) {
      for (const { shape } of chosen[index]!)
        await timer.time(scene, camera, { quality, width, height, shape }, target);
    }
    const startMs = performance.now();
    while (performance.now() < startMs + (flags.software ? 0 : 300)) {
      await timer.time(scene, views[0]!.camera, { quality, width, height }, target);
    }
    const ratios = new Map<string, number[]>();
    for (const [index, { name: view, camera }] of views.entries()) {
      const least: Record<string, number> = {};
      for (let round = 0; round < Number(flags.rounds); round++) {
        for (const { name, shape } of chosen[index]!) {
          const ms = await timer.time(scene, camera, { quality, width, height, shape }, target);
          least[name] = Math.min(least[name] ?? Infinity, ms);
        }
      }
      const shapes = Object.fromEntries(chosen[index]!.map(({ name, shape }) => [name, formatShape(shape)]));
      rows.push({ bits, size, look, view, shapes, ms: least });
      for (const name of Object.keys(policies)) {
        ratios.set(name, [...(ratios.get(name) ?? []), least['blocks']! / least[name]!]);
      }
    }
    const means = [...ratios].map(([name, values]) => {
      const mean = geometricMean(values);
      return `${name} ${mean.toFixed(3)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;
    });
    console.log(`${bits} bits, ${size}, ${look}: ${means.join(', ')}`);
  }
  target.destroy();
}
timer.finish(flags.out, { side: flags.side, rows });
