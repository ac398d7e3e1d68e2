/**
 * Pictures of the sample volumes against kept ones. A picture that differs is written to `test/baselines/failed` as it is
 * now, beside a picture of the differences. After looking, `UPDATE_BASELINES=1 npx vitest run test/baselines` keeps them.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { fitCamera } from '../../src/camera/fit.js';
import { fitPoints } from '../../src/camera/fit-points.js';
import { orbit } from '../../src/camera/orbit.js';
import { type ViewName, viewDirection } from '../../src/camera/views.js';
import { Renderer } from '../../src/cast/renderer.js';
import type { VolumeScene } from '../../src/cast/scene.js';
import type { RenderOptions } from '../../src/cast/settings.js';
import { shownPoints } from '../../src/cast/volume/shown-points.js';
import { boundingSphere } from '../../src/math/sphere.js';
import { encodePng } from '../../src/node/png/png.js';
import { readVolumeFile } from '../../src/node/read/read-input.js';
import { defaultAppearance } from '../../src/transfer/default/default-appearance.js';
import { defaultTransfer } from '../../src/transfer/default/default-transfer.js';
import { createShading } from '../../src/transfer/light/shading.js';
import { findTransfer } from '../../src/transfer/presets/named-transfers.js';
import { createTransferFunction } from '../../src/transfer/transfer-function.js';
import { cropToVoxels } from '../../src/volume/crop.js';
import { computeStatistics } from '../../src/volume/statistics/statistics.js';
import { corners, type Volume } from '../../src/volume/volume.js';
import { useTestGpu } from '../open-test-gpu.js';

const HERE = import.meta.dirname;
const SIZE = 96;
/** Adapters round differently; more than this in any channel is another picture. */
const MAX_DIFFERENCE = 3;

const read = async (name: string) => (await readVolumeFile(join(HERE, '..', '..', 'volumes', name))).volume;
const head = await read('head-phantom.nrrd');
const signal = await read('marschner-lobb.nrrd');
const headStatistics = computeStatistics(head);
const named = (name: string) => findTransfer(name).create({ statistics: () => headStatistics });

const pale = createTransferFunction({
  colors: [{ value: 0, color: '#eee6d4' }],
  opacities: [{ value: 0, opacity: 1 }],
});

/** The scene of a picture without options. */
function look(volume: Volume): Partial<VolumeScene> {
  const { transfer, mask } = defaultAppearance(volume);
  return { volume, transfer, shading: createShading(transfer.shading), ...(mask && { mask }) };
}

const LIT = look(head);
/** Air, soft tissue and fat, and two halves of bone. */
const labeled = look({
  ...head,
  voxels: Uint8Array.from(head.voxels, (value, index) => {
    if (value < -500) return 0;
    if (index % head.sizes[0] < head.sizes[0] / 2 && value < 300) return 0;
    return value < 300 ? 1 : 2 + Number(index % head.sizes[0] > head.sizes[0] / 2);
  }),
});

interface Picture {
  readonly scene: Partial<VolumeScene>;
  readonly view?: ViewName;
  readonly options?: RenderOptions;
}

const PICTURES: Record<string, Picture> = {
  'default-anterior': { scene: LIT },
  'default-left': { scene: LIT, view: 'left' },
  'default-superior': { scene: { ...LIT, background: [1, 1, 1] }, view: 'superior' },
  fog: { scene: {} },
  labels: { scene: labeled },
  bone: { scene: { transfer: named('bone'), shading: createShading(named('bone').shading) } },
  muscle: { scene: { transfer: named('muscle'), shading: createShading(named('muscle').shading) }, view: 'right' },
  coronary: { scene: { transfer: named('coronary'), background: 'transparent' }, view: 'posterior' },
  'mip-lateral': { scene: { mode: 'mip', transfer: named('mip') }, view: 'left' },
  average: { scene: { mode: 'average', transfer: named('viridis') } },
  'isosurface-of-skull': {
    scene: { mode: 'isosurface', isoValue: 300, transfer: pale },
    options: { samplesPerPixel: 4 },
  },
  'cropped-and-jittered': {
    scene: { clip: cropToVoxels(head, [0, 0, 0], [54, 139, 105]) },
    view: 'anterior',
    options: { jitter: 1 },
  },
  'isosurface-of-signal': {
    scene: { volume: signal, mode: 'isosurface', isoValue: 0.5, transfer: pale },
    view: 'a',
    options: { step: 0.5 },
  },
};

const gpu = useTestGpu();

/** The largest difference of any channel, and a picture of all, brightened. */
function compare(actual: PNG, kept: PNG): { largest: number; difference: PNG } {
  const difference = new PNG({ width: actual.width, height: actual.height });
  let largest = 0;
  for (const [index, value] of actual.data.entries()) {
    const apart = Math.abs(value - kept.data[index]!);
    largest = Math.max(largest, apart);
    difference.data[index] = index % 4 === 3 ? 255 : Math.min(255, 16 * apart);
  }
  return { largest, difference };
}

describe('the picture', () => {
  it.each(Object.entries(PICTURES))('%s is as it was', async (name, { scene: parts, view = 'anterior', options }) => {
    const volume = parts.volume ?? head;
    const scene = { volume, transfer: defaultTransfer(headStatistics), ...parts };
    const direction = viewDirection(view, volume.indexToWorld);
    const isFirst = name.startsWith('default-') || name === 'labels';
    const front = isFirst
      ? fitPoints(shownPoints(scene), direction, { aspect: 1 })
      : fitCamera(boundingSphere(corners(volume)), direction, { aspect: 1 });
    const camera = orbit(front, { azimuthDegrees: 15, elevationDegrees: 10 });
    const frame = await new Renderer(gpu()).render(scene, camera, {
      width: SIZE,
      height: SIZE,
      quality: 'plain',
      ...options,
    });
    const bytes = encodePng(frame);

    const path = join(HERE, `${name}.png`);
    if (process.env['UPDATE_BASELINES']) writeFileSync(path, bytes);
    expect(existsSync(path), 'a kept picture; UPDATE_BASELINES=1 makes it').toBe(true);
    const { largest, difference } = compare(PNG.sync.read(Buffer.from(bytes)), PNG.sync.read(readFileSync(path)));
    if (largest > MAX_DIFFERENCE) {
      const failed = join(HERE, 'failed');
      mkdirSync(failed, { recursive: true });
      writeFileSync(join(failed, `${name}.png`), bytes);
      writeFileSync(join(failed, `${name}.difference.png`), PNG.sync.write(difference));
    }
    expect(largest, `test/baselines/failed/${name}.png and .difference.png show it`).toBeLessThanOrEqual(
      MAX_DIFFERENCE,
    );
  });
});
