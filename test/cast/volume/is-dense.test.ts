/** Looks whose rays take every sample, and the shapes that GPUs have for them. */
import { describe, expect, it } from 'vitest';
import { planFrame } from '../../../src/cast/frame/plan-frame.js';
import { NO_HISTORY } from '../../../src/cast/mesh/mesh-history.js';
import { takeApart } from '../../../src/cast/scene-parts.js';
import { RENDER_DEFAULTS, settle } from '../../../src/cast/settings.js';
import { isDense } from '../../../src/cast/volume/is-dense.js';
import { formatShape } from '../../../src/shapes/shape.js';
import { ShapeSequence } from '../../../src/shapes/shape-sequence.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { axisView } from '../../shapes/views.js';

const SIDE = 64;
const volume = createVolume({ sizes: [SIDE, SIDE, SIDE], voxels: new Uint8Array(SIDE ** 3) });

const opacitiesOf = (low: number, high: number, unit?: number) =>
  createTransferFunction({
    colors: [{ value: 0, color: [1, 1, 1] }],
    opacities: [
      { value: 0, opacity: low },
      { value: 255, opacity: high },
    ],
    ...(unit !== undefined && { unit }),
  });
const thin = opacitiesOf(0.001, 0.01);
const opaque = opacitiesOf(0.01, 1);
const EVERY = { step: 1, earlyTermination: true };

describe('a dense picture', () => {
  it('shows every value, and its rays hardly become opaque', () => {
    expect(isDense({ volume, transfer: thin }, EVERY)).toBe(true);
    expect(isDense({ volume, transfer: opacitiesOf(0, 0.01) }, EVERY)).toBe(false);
    expect(isDense({ volume, transfer: opaque }, EVERY)).toBe(false);
    expect(isDense({ volume, transfer: opaque }, { ...EVERY, earlyTermination: false })).toBe(true);
  });

  it('depends on the way through the volume in units of opacity', () => {
    // 64 voxels of 0.0055 on average are no 6.9; 64 / 0.04 of them are.
    expect(isDense({ volume, transfer: opacitiesOf(0.001, 0.01, 0.04) }, EVERY)).toBe(false);
    expect(isDense({ volume, transfer: opacitiesOf(0.01, 0.4, 10) }, EVERY)).toBe(true);
  });

  it('is composited, unlit and sampled once a voxel', () => {
    expect(isDense({ volume, transfer: thin, mode: 'mip' }, EVERY)).toBe(false);
    expect(isDense({ volume, transfer: thin }, { ...EVERY, step: 0.5 })).toBe(false);
  });
});

describe('the plan of a frame', () => {
  const gpu = useTestGpu();

  it.each([
    [thin, '1024x1'],
    [opaque, '16x32/16x2'],
  ])('has strips on GPUs in dense looks alone', (transfer, shape) => {
    const { camera } = axisView('b', { sizes: volume.sizes });
    const settings = settle({ ...RENDER_DEFAULTS, quality: 'plain', width: 1024, height: 1024 });
    const shapes = new ShapeSequence({ maxInvocations: 1024, isGpu: true });
    const parts = {
      ...takeApart({ volume, transfer }, undefined),
      background: [0, 0, 0],
      environment: 'studio',
      showsEnvironment: false,
    } as const;
    // Its grid is planned for the test's adapter, which may not allow it.
    const plan = planFrame(gpu(), shapes, parts, camera, settings, NO_HISTORY);
    expect(formatShape(plan.shape.shape)).toBe(shape);
  });
});
