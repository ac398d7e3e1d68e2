/** How volumes are sampled where the settings leave it open: the fastest way on each kind of adapter, as far as the scene allows it. */
import { describe, expect, it } from 'vitest';
import type { VolumeScene } from '../../../src/cast/scene.js';
import { RENDER_DEFAULTS, type RenderOptions, settle } from '../../../src/cast/settings.js';
import { planSampling } from '../../../src/cast/volume/plan-sampling.js';
import type { AdapterKind } from '../../../src/gpu/adapter-traits.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { cutPart, orderCells, splitCells } from '../../../src/volume/split-volume.js';
import { GEOMETRIES, makeTransfer, makeVolume } from '../sample-scenes.js';

const volume = makeVolume(Int16Array, [-1000, 3000], GEOMETRIES.oblique);
const transfer = makeTransfer([-1000, 3000], 0.2);
const edges = { ...transfer, gradientOpacities: [{ value: 0, opacity: 0.2 }] };
const steps = { ...transfer, opacities: [0, 0.5].map((opacity) => ({ value: 100, opacity })) };

describe('the plan', () => {
  const planOn = (kind: AdapterKind, scene: VolumeScene, options: RenderOptions = {}, storageBuffers = 16) =>
    planSampling(
      {
        traits: { kind, subgroupSizes: undefined },
        device: {
          features: new Set(['float32-filterable', 'texture-formats-tier1']),
          limits: { maxComputeWorkgroupStorageSize: 16_384, maxStorageBuffersPerShaderStage: storageBuffers },
        } as unknown as GPUDevice,
      },
      scene,
      settle({ ...RENDER_DEFAULTS, quality: 'plain', ...options }),
    );
  const scene = { volume, transfer };
  const large = { ...scene, volume: { ...volume, sizes: [100, 100, 100] as const, voxels: new Uint8Array(1e6) } };

  it('is what was measured to be the fastest: cells on GPUs, exact and filtered tables on software', () => {
    const plain = planOn('gpu', scene);
    expect(plain).toMatchObject({ table: 'workgroup-cells', ahead: 4, words: 'rg8unorm', traversal: 'steps' });
    for (const kind of ['swiftshader', 'llvmpipe'] as const) {
      expect(planOn(kind, large)).toMatchObject({ table: 'float-texture', words: 'r32float' });
    }
  });

  it('copies short tables to workgroups on GPUs, for composites', () => {
    const [first, last] = transfer.opacities.map(({ value }) => value).sort((a, b) => a - b) as [number, number];
    const withOpacities = (...opacities: readonly number[]) => {
      const length = (last - first) / (opacities.length - 1);
      const points = opacities.map((opacity, index) => ({ value: first + index * length, opacity }));
      return { volume, transfer: createTransferFunction({ ...transfer, opacities: points }) };
    };
    const tableOf = (shown: VolumeScene, options: RenderOptions = {}) => planOn('gpu', shown, options).table;
    const dense = withOpacities(0.01, 0.02, 0.01);
    expect(tableOf(dense)).toBe('workgroup-cells');
    expect(tableOf(dense, { sampling: { table: 'cells' } })).toBe('cells');
    expect(tableOf({ ...dense, mode: 'mip' })).toBe('cells');
    expect(tableOf(withOpacities(0, 0.02, 0.01))).toBe('workgroup-cells');
    expect(tableOf(withOpacities(0.01, 0, 0, 0.01))).toBe('workgroup-cells');
    expect(tableOf({ ...dense, fused: [scene] })).toBe('cells');
    expect(tableOf(withOpacities(...Array.from({ length: 600 }, (_, index) => 0.01 + 1e-5 * index)))).toBe('cells');
  });

  it('takes samples one by one on software where four at a time do not pay', () => {
    const lit = { ...large, shading: createShading() };
    expect(planOn('gpu', lit).ahead).toBe(4);
    expect(planOn('llvmpipe', large)).toMatchObject({ ahead: 4, traversal: 'steps' });
    expect(planOn('llvmpipe', lit)).toMatchObject({ ahead: 4, traversal: 'steps', lighting: 'shared' });
    expect(planOn('swiftshader', large)).toMatchObject({ ahead: 1, traversal: 'runs' });
    expect(planOn('llvmpipe', scene).ahead).toBe(1);
  });

  it('judges the steps of unlit volumes in fine frames, large ones on llvmpipe, and all on GPUs', () => {
    const planOf = (kind: AdapterKind, shown: VolumeScene, options: RenderOptions = {}) =>
      planOn(kind, shown, { quality: 'fine', ...options });
    const sampling = { steps: 'judged', ahead: 4 } as const;
    for (const kind of ['gpu', 'llvmpipe'] as const) {
      expect(planOf(kind, large)).toMatchObject({ steps: 'judged', table: 'float-texture' });
      for (const others of [
        planOf(kind, large, { quality: 'plain' }),
        planOf(kind, large, { step: 1.1 }),
        planOf(kind, { ...large, shading: createShading() }),
        planOf(kind, { ...large, mode: 'mip' }),
        planOf(kind, large, { sampling: { steps: 'four' } }),
        planOf(kind, large, { sampling: { table: 'cells' } }),
        planOf(kind, large, { sampling: { ahead: 1 } }),
        planOf(kind, large, { filter: 'exact' }),
      ]) {
        expect(others.steps).toBe('four');
      }
    }
    for (const options of [{ sampling: { steps: 'four' } }, { filter: 'exact' }] as const) {
      expect(planOf('gpu', large, options).table).toBe('float-cells');
    }
    expect(planOf('gpu', scene).steps).toBe('judged');
    expect(planOf('llvmpipe', scene).steps).toBe('four');
    expect(planOf('swiftshader', large).steps).toBe('four');
    expect(planOf('swiftshader', large, { sampling }).steps).toBe('judged');
  });

  it('samples parts as the whole that they are cut from', () => {
    const [cell] = orderCells(splitCells(large.volume.sizes, 8), { forward: [1, 0, 0] });
    const part = { ...scene, ...cutPart(large.volume, cell!, { step: 1 }) };
    expect(part.volume.voxels.length).toBeLessThan(3e5);
    for (const kind of ['gpu', 'llvmpipe', 'swiftshader'] as const) {
      for (const shading of [undefined, createShading()]) {
        const lit = shading && { shading };
        const [ofPart, ofWhole] = [part, large].map((shown) => planOn(kind, { ...shown, ...lit }, { quality: 'fine' }));
        expect({ ...ofPart, transferTable: undefined }).toEqual({ ...ofWhole, transferTable: undefined });
      }
    }
  });

  it('stores the gradients of small lit volumes on software, where samples are composited one by one', () => {
    const small = { ...scene, shading: createShading() };
    for (const kind of ['swiftshader', 'llvmpipe'] as const) {
      const gradientsOf = (shown: VolumeScene, options: RenderOptions = {}) => planOn(kind, shown, options).gradients;
      expect(gradientsOf(small)).toBe('stored');
      expect(gradientsOf({ ...scene, transfer: edges })).toBe('stored');
      expect(gradientsOf(scene)).toBe('samples');
      expect(gradientsOf({ ...small, volume: large.volume })).toBe('samples');
      expect(gradientsOf(small, { filter: 'exact' })).toBe('voxels');
      expect(gradientsOf(small, { sampling: { gradients: 'voxels' } })).toBe('voxels');
      const sampling = { gradients: 'stored' } as const;
      expect(gradientsOf({ ...small, volume: large.volume }, { sampling })).toBe('stored');
      expect(gradientsOf({ ...small, mode: 'isosurface' }, { sampling })).toBe('samples');
      expect(gradientsOf(small, { sampling, quality: 'path' })).toBe('samples');
    }
    expect(planOn('gpu', small).gradients).toBe('samples');
  });

  it('keeps opacities exact where steps are shorter than their unit', () => {
    expect(planOn('gpu', scene, { step: 0.5 }).table).toBe('float-cells');
    expect(planOn('gpu', scene, { step: 2 }).table).toBe('workgroup-cells');
  });

  it('interpolates in the kernel on GPUs where the transfer function has steps, and wherever it is asked for', () => {
    const stepped = { volume, transfer: steps };
    expect(planOn('gpu', scene).filter).toBe('hardware');
    expect(planOn('gpu', stepped)).toMatchObject({ filter: 'exact', gradients: 'voxels' });
    expect(planOn('gpu', stepped, { filter: 'hardware' })).toMatchObject({ filter: 'hardware', gradients: 'samples' });
    expect(planOn('swiftshader', stepped).filter).toBe('hardware');
    expect(planOn('swiftshader', scene, { filter: 'exact' })).toMatchObject({ filter: 'exact', table: 'float-loads' });
  });

  it('goes run by run where samples are not composited one by one', () => {
    expect(planOn('gpu', { ...scene, mode: 'mip' })).toMatchObject({ ahead: 1, traversal: 'runs' });
  });

  it('asks for no more than the adapter has', () => {
    expect(planOn('gpu', scene, {}, 8).table).toBe('float-texture');
    expect(planOn('gpu', scene, { filter: 'exact' }, 8).table).toBe('float-loads');
    const fine = createTransferFunction({
      colors: transfer.colors,
      opacities: [
        { value: 0, opacity: 0 },
        { value: 1, opacity: 0.1 },
        { value: 3000, opacity: 0.2 },
      ],
    });
    const sampling = { table: 'workgroup-cells' } as const;
    expect(planOn('gpu', scene, { sampling }).table).toBe('workgroup-cells');
    expect(planOn('gpu', { volume, transfer: fine }, { sampling }).table).toBe('cells');
  });
});
