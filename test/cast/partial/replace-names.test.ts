/** Transfer functions and backgrounds that a scene gives by name. */
import { describe, expect, it } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { findTransfer } from '../../../src/transfer/presets/named-transfers.js';
import { computeStatistics } from '../../../src/volume/statistics/statistics.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';

const gpu = useTestGpu();

const SIDE = 12;
const volume = createVolume({
  sizes: [SIDE, SIDE, SIDE],
  voxels: Int16Array.from({ length: SIDE ** 3 }, (_, at) => 150 * (at % SIDE) - 500 + (at >> 5)),
});
const SIZE = { width: 24, height: 16 };

describe('a scene that names', () => {
  const rendered = async (request: Parameters<Renderer['render']>[0]) => {
    const renderer = new Renderer(gpu());
    try {
      return (await renderer.render({ ...request, ...SIZE } as { volume: VolumeScene['volume'] })).pixels;
    } finally {
      renderer.destroy();
    }
  };

  it('a preset is lit as it says', async () => {
    const transfer = findTransfer('ct-bone').create();
    expect(transfer.shading).toBeDefined();
    const lit = { volume, transfer, shading: createShading(transfer.shading!) };
    expect(await rendered({ volume, transfer: 'CT bone' })).toEqual(await rendered(lit));
    const unlit = { volume, transfer };
    expect(await rendered(unlit)).not.toEqual(await rendered(lit));
  });

  it('a color map has it fitted to the voxels', async () => {
    const transfer = findTransfer('viridis').create({ statistics: () => computeStatistics(volume) });
    expect(await rendered({ volume, transfer: 'viridis' })).toEqual(await rendered({ volume, transfer }));
  });

  it('a mode by its transfer function may ask for another', async () => {
    const transfer = findTransfer('mip').create({ statistics: () => computeStatistics(volume) });
    expect(await rendered({ volume, transfer: 'mip' })).toEqual(await rendered({ volume, transfer, mode: 'mip' }));
    expect(await rendered({ volume, transfer: 'mip', mode: 'minip' })).toEqual(
      await rendered({ volume, transfer, mode: 'minip' }),
    );
  });

  it('a background has its color, behind meshes too', async () => {
    const meshes = [{ mesh: createIcosphere({ subdivisions: 1 }) }];
    expect(await rendered({ meshes, background: '#369' })).toEqual(
      await rendered({ meshes, background: [0.2, 0.4, 0.6] }),
    );
    expect([...(await rendered({ volume, transfer: 'CT bone', background: '#ff0080' })).subarray(0, 4)]).toEqual([
      255, 0, 128, 255,
    ]);
  });

  it('is known again by frames that add up', async () => {
    const renderer = new Renderer(gpu());
    const scene = { volume, transfer: 'viridis', background: '#123456', ...SIZE, accumulate: true } as const;
    const { camera } = await renderer.render(scene);
    expect((await renderer.render({ ...scene, camera })).accumulated).toBeGreaterThan(0);
    expect((await renderer.render({ ...scene, camera })).accumulated).toBeGreaterThan(1);
    renderer.destroy();
  });

  it('what there is not is refused', async () => {
    await expect(rendered({ volume, transfer: 'bonne' })).rejects.toThrow('did you mean "bone"?');
    await expect(rendered({ volume, background: '#12' })).rejects.toThrow(
      'the background must be "#rrggbb", not "#12"',
    );
    await expect(rendered({ volume, background: 'red' as never })).rejects.toThrow(
      'the background must be "transparent", "environment", "#rrggbb" or three numbers',
    );
    const meshes = [{ mesh: createIcosphere({ subdivisions: 0 }) }];
    await expect(rendered({ meshes, transfer: 'bone' } as never)).rejects.toThrow('is for volumes');
  });
});
