/** Whatever a caller passes is refused in words, and the next frame is good; frames end when they are told to. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Renderer } from '../../src/cast/renderer.js';
import { ResidentCache } from '../../src/cast/resident-cache.js';
import { castInBands } from '../../src/cast/submit/cast-in-bands.js';
import { InputError } from '../../src/errors.js';
import { createIcosphere } from '../../src/mesh/generators/create-basic-meshes.js';
import { createShading } from '../../src/transfer/light/shading.js';
import { createTransferFunction } from '../../src/transfer/transfer-function.js';
import { createMask } from '../../src/volume/mask.js';
import type { VoxelArray } from '../../src/volume/volume.js';
import { useTestGpu } from '../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from './sample-scenes.js';

const gpu = useTestGpu();
const SIZE = { width: 24, height: 16 };
const volume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.unit);
const camera = obliqueCamera(volume);
const scene = { volume, transfer: makeTransfer([0, 255], 0.3) };
const mesh = createIcosphere({ subdivisions: 1 });

function detach(voxels: VoxelArray): VoxelArray {
  structuredClone(voxels.buffer, { transfer: [voxels.buffer as ArrayBuffer] });
  return voxels;
}

const swing = (end: number) => Float64Array.from(volume.voxels, (_, index) => (index % 2 ? end : -end));

/** The part of the scene that a message must name. */
const NAMED: Readonly<Record<string, RegExp>> = {
  'voxels of 64 bits, with the default appearance': /volume\.voxels must be a typed array/,
  'voxels that another thread has': /volume\.voxels are empty, or detached/,
  'voxels that another thread has, with the default appearance': /volume\.voxels are empty, or detached/,
  'labels that another thread has': /mask\.labels\.voxels are empty, or detached/,
  'values that no 32-bit float holds': /^volume\.voxels: has values from -1\.7e\+308/,
  'values that no 32-bit float holds, with the default appearance': /^volume\.voxels: has values from -1\.7e\+308/,
  'values without end': /^fused\[0\]\.volume\.voxels: has values from -Infinity/,
  'a transfer function of 200,000 points': /^transfer: opacities must be at most 65536 points, not 200000/,
};

/** The whole message. */
const SAID: Readonly<Record<string, string>> = {
  'an option that there is not': 'there is no option widht; width would be right',
  'a volume that is misspelt': 'a scene has no volum; volume would be right',
  'a field that is misspelt': 'a scene has no isovalue; isoValue would be right',
  'a field of a mesh that is misspelt': 'a mesh of a scene has no colour; color would be right',
  'a field of a fused volume that is none':
    'a fused volume has no mask; there are volume, transfer, pages, finest, shading',
};

const WRONG: Readonly<Record<string, readonly [scene: unknown, options?: unknown, camera?: unknown]>> = {
  'a mode in capitals': [{ ...scene, mode: 'MIP' }],
  'an order that there is not': [scene, { order: 'hilbert' }],
  'a variant that there is not': [{ meshes: [{ mesh }] }, { variant: 'octs' }],
  'an option that there is not': [scene, { widht: 7 }],
  'a volume that is misspelt': [{ volum: volume }],
  'a field that is misspelt': [{ ...scene, isovalue: 3 }],
  'a field of a mesh that is misspelt': [{ meshes: [{ mesh, colour: [1, 0, 0] }] }],
  'a field of a fused volume that is none': [{ ...scene, fused: [{ ...scene, mask: undefined }] }],
  'a size in text': [scene, { width: '24' }],
  'a size of nothing': [scene, { width: 0 }],
  'a step of nothing': [scene, { step: Number.NaN }],
  'a shape without a height': [scene, { shape: { width: 8 } }],
  'a shape of fractions': [scene, { shape: { width: 2.5, height: 4 } }],
  'slabs by name': [scene, { slabs: 'many' }],
  'skipping sometimes': [scene, { skip: 'sometimes' }],
  'sampling by name': [scene, { sampling: 'cells' }],
  'a table that there is not': [scene, { sampling: { table: 'cell' } }],
  'a part of sampling that there is not': [scene, { sampling: { tables: 'cells' } }],
  'a number of frames': [scene, { accumulate: 3 }],
  'outputs by name': [scene, { outputs: 'pixels' }],
  'a threshold of nothing': [scene, { surfaceOpacity: 0 }],
  'a shading without a light': [{ ...scene, shading: { ambient: 1, diffuse: 0, specular: 0, shininess: 1 } }],
  'a shading of text': [{ ...scene, shading: { ...createShading(), ambient: 'much' } }],
  'a background that is no colour': [{ ...scene, background: 'black' }],
  'a background beyond 1': [{ ...scene, background: [0, 0, 255] }],
  'a transfer function of nothing': [{ volume, transfer: {} }],
  'voxels in a list': [{ ...scene, volume: { ...volume, voxels: [...volume.voxels] } }],
  'voxels of 64 bits': [{ ...scene, volume: { ...volume, voxels: new BigInt64Array(volume.voxels.length) } }],
  'voxels that are too few': [{ ...scene, volume: { ...volume, voxels: new Uint8Array(5) } }],
  'voxels of 64 bits, with the default appearance': [
    { volume: { ...volume, voxels: new BigInt64Array(volume.voxels.length) } },
  ],
  'voxels that another thread has': [{ ...scene, volume: { ...volume, voxels: detach(volume.voxels.slice()) } }],
  'voxels that another thread has, with the default appearance': [
    { volume: { ...volume, voxels: detach(volume.voxels.slice()) } },
  ],
  'labels that another thread has': [
    {
      ...scene,
      mask: createMask({ labels: { ...volume, voxels: detach(volume.voxels.slice()) }, styles: [{ label: 1 }] }),
    },
  ],
  'values that no 32-bit float holds': [{ ...scene, volume: { ...volume, voxels: swing(1.7e308) } }],
  'values that no 32-bit float holds, with the default appearance': [{ volume: { ...volume, voxels: swing(1.7e308) } }],
  'values whose differences no 32-bit float holds': [
    { ...scene, volume: { ...volume, voxels: Float32Array.from(swing(3.4e38)) } },
  ],
  'values without end': [
    { ...scene, fused: [{ volume: { ...volume, voxels: swing(Infinity) }, transfer: scene.transfer }] },
  ],
  'a transfer function of 200,000 points': [
    { ...scene, transfer: { ...scene.transfer, opacities: new Array(200_000).fill({ value: 0, opacity: 1 }) } },
  ],
  'an isosurface of no value': [{ ...scene, mode: 'isosurface' }],
  'a clip without a normal': [{ ...scene, clip: [{}] }],
  'a culling that there is not': [{ meshes: [{ mesh }], cull: 'both' }],
  'meshes that are one': [{ meshes: { mesh } }],
  'a mesh in lists': [{ meshes: [{ mesh: { ...mesh, positions: [...mesh.positions] } }] }],
  'a mesh of odd length': [{ meshes: [{ mesh: { ...mesh, triangles: mesh.triangles.slice(1) } }] }],
  'a mesh that is none': [{ meshes: [{}] }],
  'a colour of text': [{ meshes: [{ mesh, color: 'red' }] }],
  'reflections without end': [{ meshes: [{ mesh }], reflections: Infinity }],
  'fused volumes in an object': [{ ...scene, fused: {} }],
  'fused volumes by name': [{ ...scene, fused: 'pet' }],
  'a fused volume of nothing': [{ ...scene, fused: [{ volume: null, transfer: scene.transfer }] }],
  'a fused volume of nothing, seen from anywhere': [
    { ...scene, fused: [{ volume: null, transfer: scene.transfer }] },
    {},
    null,
  ],
  'no scene': [undefined],
  'a scene of nothing': [{}],
  'a camera of NaN': [scene, {}, { ...camera, eye: [Number.NaN, 0, 0] }],
  'a camera that is none': [scene, {}, {}],
  'a camera of text': [scene, {}, 'front'],
};

describe('a renderer', () => {
  let renderer: Renderer;
  let good: Uint8Array;

  beforeAll(async () => {
    renderer = new Renderer(gpu());
    good = (await renderer.render(scene, camera, SIZE)).pixels;
  });
  afterAll(() => renderer.destroy());

  it.each(Object.keys(WRONG))('refuses %s, and renders the next frame', async (name) => {
    const [wrongScene, options = {}, from = camera] = WRONG[name]!;
    const wrong = renderer.render(wrongScene as typeof scene, from as typeof camera, {
      ...SIZE,
      ...(options as object),
    });
    await expect(wrong).rejects.toThrow(InputError);
    await expect(wrong).rejects.not.toThrow(/\n/);
    await expect(wrong).rejects.toThrow(NAMED[name] ?? /./);
    if (SAID[name] !== undefined) await expect(wrong).rejects.toThrow(expect.objectContaining({ message: SAID[name] }));
    expect((await renderer.render(scene, camera, SIZE)).pixels).toEqual(good);
  });

  it('looks at a volume again that was given away after a frame', async () => {
    const given = { ...volume, voxels: volume.voxels.slice() };
    await renderer.render({ ...scene, volume: given }, camera, SIZE);
    detach(given.voxels);
    await expect(renderer.render({ ...scene, volume: given }, camera, SIZE)).rejects.toThrow(
      /volume\.voxels are empty/,
    );
  });

  it('takes a transfer function of as many points as there may be', async () => {
    const opacities = Array.from({ length: 65_536 }, (_, index) => ({ value: index / 256, opacity: 0.3 }));
    const colors = opacities.map(({ value }) => ({ value, color: [1, 1, 1] as const }));
    const transfer = createTransferFunction({ opacities, colors });
    expect((await renderer.render({ volume, transfer }, camera, SIZE)).pixels.length).toBe(4 * 24 * 16);
  });

  it('takes undefined for the default', async () => {
    const options = { ...SIZE, step: undefined, shape: undefined, outputs: undefined, signal: undefined };
    expect((await renderer.render(scene, camera, options as object)).pixels).toEqual(good);
    const background = { ...scene, background: undefined, mode: undefined, shading: undefined };
    expect((await renderer.render(background as typeof scene, camera, SIZE)).pixels).toEqual(good);
  });

  it('fits a camera and finds a transfer function where there is none', async () => {
    const { pixels } = await renderer.render({ volume }, undefined, SIZE);
    expect(pixels.some((value, at) => at % 4 < 3 && value > 0)).toBe(true);
  });

  it('is destroyed once', async () => {
    const other = new Renderer(gpu());
    other.destroy();
    other.destroy();
    await expect(other.render(scene, camera, SIZE)).rejects.toThrow(InputError);
    expect((await renderer.render(scene, camera, SIZE)).pixels).toEqual(good);
  });
});

describe('a frame', () => {
  it('ends before its turn, between its parts, or for a newer one', async () => {
    const renderer = new Renderer(gpu());
    await expect(renderer.render(scene, camera, { ...SIZE, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    const controller = new AbortController();
    const onProgress = (share: number) => share > 0 && controller.abort();
    const long = { width: 256, height: 256, signal: controller.signal, onProgress };
    await expect(renderer.render(scene, camera, long)).rejects.toThrow(/abort/i);
    const frames = [1, 2, 3, 4].map(() => renderer.render(scene, camera, { ...SIZE, replaceable: true }));
    const settled = await Promise.allSettled(frames);
    expect(settled.at(-1)!.status).toBe('fulfilled');
    expect(settled.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(2);
    renderer.destroy();
  });

  it('is the same in bands, and tells how far it is', async () => {
    const renderer = new Renderer(gpu());
    const whole = await renderer.render(scene, camera, { width: 96, height: 64, counts: true });
    const shares: number[] = [];
    const options = { width: 96, height: 64, counts: true, onProgress: (share: number) => shares.push(share) };
    const banded = await renderer.render(scene, camera, options);
    expect(banded.pixels).toEqual(whole.pixels);
    expect(banded.counts).toEqual(whole.counts);
    expect(shares[0]).toBe(0);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    renderer.destroy();
  });

  it('is cast in bands that cover all tiles once', async () => {
    const cast: number[] = [];
    const castBand = async (first: number, count: number) => {
      for (let tile = first; tile < first + count; tile++) cast.push(tile);
    };
    await castInBands(1000, castBand, {}, 20);
    expect(cast).toEqual(Array.from({ length: 1000 }, (_, tile) => tile));
  });
});

describe('what is on the device', () => {
  it('is freed with the renderer, volumes too', async () => {
    const { device } = gpu();
    const first = new Renderer(gpu());
    // Leaves the device with memory for small readbacks, which it keeps.
    await first.render({ ...scene, meshes: [{ mesh }] }, camera, SIZE);
    first.destroy();
    const alive = new Set<object>();
    const track = <T extends { destroy(): undefined }>(resource: T): T => {
      alive.add(resource);
      const destroy = resource.destroy.bind(resource);
      resource.destroy = () => {
        alive.delete(resource);
        return destroy();
      };
      return resource;
    };
    const createBuffer = device.createBuffer.bind(device);
    const createTexture = device.createTexture.bind(device);
    const buffers = vi
      .spyOn(device, 'createBuffer')
      .mockImplementation((descriptor) => track(createBuffer(descriptor)));
    const textures = vi
      .spyOn(device, 'createTexture')
      .mockImplementation((descriptor) => track(createTexture(descriptor)));
    for (let round = 0; round < 3; round++) {
      const renderer = new Renderer(gpu());
      const again = makeVolume(Uint8Array, [0, 255], GEOMETRIES.unit);
      await renderer.render({ ...scene, volume: again, meshes: [{ mesh }] }, camera, { ...SIZE, skip: true });
      await renderer.render({ ...scene, volume: again }, camera, { ...SIZE, jitter: 3 });
      await renderer.render({ ...scene, volume: again }, camera, {
        ...SIZE,
        sampling: { words: 'rg8unorm', table: 'cells' },
      });
      renderer.destroy();
      await Promise.resolve();
    }
    await vi.waitFor(() => expect(alive.size).toBe(0));
    buffers.mockRestore();
    textures.mockRestore();
  });

  it('is bounded, and what the frame at hand uses stays', async () => {
    const freed: number[] = [];
    const cache = new ResidentCache<{ readonly size: number }, Promise<number>>({
      capacity: 10,
      weightOf: ({ size }) => size,
      release: (value) => freed.push(value),
    });
    const keys = [4, 4, 4, 8].map((size) => ({ size }));
    const set = (index: number) => cache.set(keys[index]!, Promise.resolve(index));
    set(0);
    set(1);
    cache.beginFrame();
    cache.get(keys[0]!);
    set(2);
    await Promise.resolve();
    expect(freed).toEqual([1]);
    expect(cache.get(keys[1]!)).toBeUndefined();
    set(3);
    await Promise.resolve();
    expect(freed).toEqual([1]);
    cache.beginFrame();
    set(1);
    await Promise.resolve();
    expect(freed).toEqual([1, 0, 2, 3]);
    cache.destroy();
    await Promise.resolve();
    expect(freed).toEqual([1, 0, 2, 3, 1]);
  });
});
