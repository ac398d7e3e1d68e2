/** Frames that end in textures, in an encoder of the caller's, or on a device of somebody else's. */
import { describe, expect, it } from 'vitest';
import { createRenderer } from '../../../src/cast/create-renderer.js';
import { Renderer } from '../../../src/cast/renderer.js';
import { DeviceError, InputError } from '../../../src/errors.js';
import { Gpu } from '../../../src/gpu/gpu.js';
import { TEXTURE_USAGE } from '../../../src/gpu/usages.js';
import { createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { openNullAdapter } from '../../open-null-adapter.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

/** Rows of 64 pixels are as long as copies of textures need them, in 4, 8 and 16 bytes per pixel. */
const SIZE = { width: 64, height: 40 };
const volume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.anisotropic);
const camera = obliqueCamera(volume);
const scene = { volume, transfer: makeTransfer([0, 255], 0.3), background: [0.2, 0.4, 0.6] } as const;

type TargetUsage = 'RENDER_ATTACHMENT' | 'STORAGE_BINDING';

function createTarget(
  device: GPUDevice,
  format: GPUTextureFormat,
  { width, height } = SIZE,
  usage: TargetUsage = 'RENDER_ATTACHMENT',
): GPUTexture {
  return device.createTexture({ size: [width, height], format, usage: TEXTURE_USAGE[usage] | TEXTURE_USAGE.COPY_SRC });
}

async function readTexture(device: GPUDevice, texture: GPUTexture, bytesPerPixel: number): Promise<ArrayBuffer> {
  const { width, height } = texture;
  const bytesPerRow = bytesPerPixel * width;
  const buffer = device.createBuffer({ size: bytesPerRow * height, usage: 0x1 | 0x8 });
  const encoder = device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [width, height]);
  device.queue.submit([encoder.finish()]);
  await buffer.mapAsync(1);
  const bytes = buffer.getMappedRange().slice(0);
  buffer.destroy();
  return bytes;
}

describe('a frame that is drawn to a texture', () => {
  it.each([
    ['rgba8unorm', 'RENDER_ATTACHMENT'],
    ['rgba8unorm', 'STORAGE_BINDING'],
    ['bgra8unorm', 'RENDER_ATTACHMENT'],
  ] as const)('of %s with %s has the bits of one that is read back', async (format, usage) => {
    const renderer = new Renderer(gpu());
    const { device } = gpu();
    const target = createTarget(device, format, SIZE, usage);
    const presented = await renderer.render(scene, camera, { target });
    expect(await presented.done).toMatchObject({ whole: true });
    expect(presented).toMatchObject(SIZE);
    const drawn = new Uint8Array(await readTexture(device, target, 4));
    const { pixels } = await renderer.render(scene, camera, SIZE);
    const order = format === 'bgra8unorm' ? [2, 1, 0, 3] : [0, 1, 2, 3];
    expect(drawn.map((_, at) => drawn[at - (at % 4) + order[at % 4]!]!)).toEqual(pixels);
    target.destroy();
    renderer.destroy();
  });

  it('can be followed and ended, and is the same in bands', async () => {
    const renderer = new Renderer(gpu());
    const { device } = gpu();
    const target = createTarget(device, 'rgba8unorm');
    const controller = new AbortController();
    const onProgress = (share: number) => share > 0 && controller.abort();
    const ended = renderer.render(scene, camera, { target, signal: controller.signal, onProgress });
    await expect(ended).rejects.toThrow(/abort/i);
    expect(Math.max(...new Uint8Array(await readTexture(device, target, 4))), 'nothing of it is shown').toBe(0);
    const shares: number[] = [];
    await renderer.render(scene, camera, { target, onProgress: (share) => shares.push(share) });
    expect(shares.length).toBeGreaterThan(2);
    const { pixels } = await renderer.render(scene, camera, SIZE);
    expect(new Uint8Array(await readTexture(device, target, 4))).toEqual(new Uint8Array(pixels));
    target.destroy();
    renderer.destroy();
  });

  it.each(['RENDER_ATTACHMENT', 'STORAGE_BINDING'] as const)(
    'of floats with %s is not quantised, and multiplied by its opacity',
    async (usage) => {
      const renderer = new Renderer(gpu());
      const target = createTarget(gpu().device, 'rgba32float', SIZE, usage);
      const shown = { ...scene, background: 'transparent' } as const;
      await renderer.render(shown, camera, { target });
      const drawn = new Float32Array(await readTexture(gpu().device, target, 16));
      const { color } = await renderer.render(shown, camera, { ...SIZE, outputs: ['color'] });
      expect(new Set(color).size).toBeGreaterThan(500);
      for (const [index, value] of color.entries()) expect(Math.abs(drawn[index]! - value)).toBeLessThan(1e-6);
      target.destroy();
      renderer.destroy();
    },
  );

  it('is the same in half floats, drawn and stored, where it has another size', async () => {
    const renderer = new Renderer(gpu());
    const { device } = gpu();
    const [drawn, stored] = await Promise.all(
      (['RENDER_ATTACHMENT', 'STORAGE_BINDING'] as const).map(async (usage) => {
        // No multiple of a workgroup's side.
        const target = createTarget(device, 'rgba16float', { width: 96, height: 37 }, usage);
        await renderer.render(scene, camera, { target, ...SIZE });
        return new Uint16Array(await readTexture(device, target, 8));
      }),
    );
    expect(new Set(drawn).size).toBeGreaterThan(500);
    // Halves of one sign are in the order of their bits; a rounding apart at most.
    for (const [index, half] of stored!.entries()) expect(Math.abs(half - drawn![index]!)).toBeLessThanOrEqual(1);
    renderer.destroy();
  });

  it('is scaled where it has another size', async () => {
    const renderer = new Renderer(gpu());
    const target = createTarget(gpu().device, 'rgba8unorm', { width: 64, height: 64 });
    await renderer.render(scene, camera, { target, width: 16, height: 16 });
    const large = new Uint8Array(await readTexture(gpu().device, target, 4));
    const { pixels } = await renderer.render(scene, camera, { width: 16, height: 16 });
    // The middle of the picture lies between the centres of four pixels.
    for (const channel of [0, 1, 2]) {
      const at = (x: number, y: number) => pixels[4 * (16 * y + x) + channel]!;
      const mean = (at(7, 7) + at(8, 7) + at(7, 8) + at(8, 8)) / 4;
      const drawn = [31, 32].flatMap((y) => [31, 32].map((x) => large[4 * (64 * y + x) + channel]!));
      expect(Math.abs(drawn.reduce((sum, value) => sum + value) / 4 - mean)).toBeLessThan(2);
    }
    target.destroy();
    renderer.destroy();
  });

  it('goes into an encoder of the caller’s', async () => {
    const renderer = new Renderer(gpu());
    const { device } = gpu();
    const target = createTarget(device, 'rgba8unorm');
    const encoder = device.createCommandEncoder();
    await renderer.encodeFrame(encoder, scene, camera, { target });
    device.queue.submit([encoder.finish()]);
    const drawn = new Uint8Array(await readTexture(device, target, 4));
    expect(drawn).toEqual((await renderer.render(scene, camera, SIZE)).pixels);
    target.destroy();
    renderer.destroy();
  });

  // Each triangle is in many tiles.
  const meshes = [{ mesh: createTorus({ majorSegments: 5, minorSegments: 4 }) }];
  const binned = { shape: { width: 1, height: 1 }, primaryRays: 'bins' } as const;

  it.each([
    ['drawn', undefined],
    ['drawn in bands', () => undefined],
  ] as const)('has all triangles of a first frame, and the background, as soon as it is %s', async (_, onProgress) => {
    const renderer = new Renderer(gpu());
    const target = createTarget(gpu().device, 'rgba8unorm');
    const shown = { meshes, background: [0.2, 0.4, 0.6] } as const;
    const presented = await renderer.render(shown, undefined, { target, onProgress, ...binned });
    const drawn = new Uint8Array(await readTexture(gpu().device, target, 4));
    expect(await presented.done).toMatchObject({ whole: true });
    expect(drawn).toEqual((await renderer.render(shown, undefined, SIZE)).pixels);
    target.destroy();
    renderer.destroy();
  });

  it('has all triangles of a first frame in an encoder of the caller’s', async () => {
    const renderer = new Renderer(gpu());
    const { device } = gpu();
    const target = createTarget(device, 'rgba8unorm');
    const encoder = device.createCommandEncoder();
    await renderer.encodeFrame(encoder, { meshes }, undefined, { target, ...binned });
    device.queue.submit([encoder.finish()]);
    const drawn = new Uint8Array(await readTexture(device, target, 4));
    expect(drawn).toEqual((await renderer.render({ meshes }, undefined, SIZE)).pixels);
    target.destroy();
    renderer.destroy();
  });

  it('draws itself again where a nearer view has no room in the bins, each on its target, and nothing over a newer one', async () => {
    const renderer = new Renderer(gpu());
    const targets = [0, 1, 2].map(() => createTarget(gpu().device, 'rgba8unorm'));
    const [target, other, last] = targets as [GPUTexture, GPUTexture, GPUTexture];
    const far = { ...obliqueCamera(volume), target: [0, 0, 0], eye: [0, -400, 0] } as const;
    const near = { ...far, eye: [0, -4, 0] } as const;
    const nearer = { ...far, eye: [0, -2.5, 0] } as const;
    const present = (view: typeof camera, to: GPUTexture) =>
      renderer.render({ meshes }, view, { target: to, ...binned });
    await (await present(far, target)).done;
    // All of them are submitted before anything is known of the first.
    const frames = await Promise.all([
      present(near, target),
      present(nearer, other),
      present(nearer, last),
      present(near, last),
    ]);
    const reports = await Promise.all(frames.map(({ done }) => done));
    expect(reports.map(({ whole }) => whole)).toEqual([true, true, expect.any(Boolean), true]);
    for (const [index, view] of [near, nearer, near].entries()) {
      const drawn = new Uint8Array(await readTexture(gpu().device, targets[index]!, 4));
      expect(drawn, `target ${index}`).toEqual((await renderer.render({ meshes }, view, SIZE)).pixels);
    }
    for (const each of targets) each.destroy();
    renderer.destroy();
  });

  it('accumulates no frame whose bins had no room', async () => {
    const renderer = new Renderer(gpu());
    const target = createTarget(gpu().device, 'rgba8unorm');
    const far = { ...obliqueCamera(volume), target: [0, 0, 0], eye: [0, -400, 0] } as const;
    const near = { ...far, eye: [0, -4, 0] } as const;
    const present = (view: typeof camera) => renderer.render({ meshes }, view, { target, accumulate: true, ...binned });
    await (await present(far)).done;
    const frames = await Promise.all([present(near), present(near)]);
    for (const { done } of frames) await done;
    const drawn = new Uint8Array(await readTexture(gpu().device, target, 4));
    const other = new Renderer(gpu());
    const pictures: Uint8Array[] = [];
    for (let frame = 0; frame < 3; frame++) {
      pictures.push((await other.render({ meshes }, near, { ...SIZE, accumulate: true, ...binned })).pixels);
    }
    // A mean of one, two or three frames, and not of fewer than it is divided by.
    expect(pictures.some((picture) => picture.every((value, at) => value === drawn[at]))).toBe(true);
    target.destroy();
    for (const each of [renderer, other]) each.destroy();
  });

  it('lets the event loop turn, however many follow each other', async () => {
    const renderer = new Renderer(gpu());
    const target = createTarget(gpu().device, 'rgba8unorm');
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    for (let frame = 0; frame < 40; frame++) await renderer.render(scene, camera, { target });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
    target.destroy();
    renderer.destroy();
  });

  it('fails in `done`, and in a later frame, where the device refuses it', async () => {
    const renderer = new Renderer(gpu());
    const target = createTarget(gpu().device, 'rgba8unorm');
    await renderer.render(scene, camera, { target });
    target.destroy();
    const { done } = await renderer.render(scene, camera, { target });
    await expect(done).rejects.toThrow(DeviceError);
    const valid = createTarget(gpu().device, 'rgba8unorm');
    const later: unknown[] = [];
    for (let frame = 0; frame < 5; frame++) {
      await renderer.render(scene, camera, { target: valid }).catch((error) => later.push(error));
    }
    expect(later).toEqual([expect.any(DeviceError)]);
    valid.destroy();
    renderer.destroy();
  });

  it('is refused where none can be drawn', async () => {
    const renderer = new Renderer(gpu());
    const { device } = gpu();
    const sampled = device.createTexture({ size: [8, 8], format: 'rgba8unorm', usage: TEXTURE_USAGE.TEXTURE_BINDING });
    const encoded = createTarget(device, 'rgba8unorm-srgb', { width: 8, height: 8 });
    for (const target of [sampled, encoded, {}, 7, null]) {
      await expect(renderer.render(scene, camera, { target: target as GPUTexture })).rejects.toThrow(InputError);
    }
    expect((await renderer.render(scene, camera, SIZE)).pixels.some((value) => value > 0)).toBe(true);
    const valid = createTarget(device, 'rgba8unorm');
    for (let frame = 0; frame < 5; frame++) await renderer.render(scene, camera, { target: valid });
    valid.destroy();
    renderer.destroy();
  });
});

describe('Gpu.from', () => {
  it('takes what a device has, and leaves its handlers and the device itself alone', async () => {
    const adapter = await openNullAdapter();
    const device = await adapter.requestDevice();
    const handler = () => undefined;
    device.onuncapturederror = handler;
    const renderer = await createRenderer({ device });
    await renderer.render(scene, camera, { width: 8, height: 8 });
    renderer.destroy();
    renderer.gpu.destroy();
    expect(device.onuncapturederror).toBe(handler);
    const buffer = device.createBuffer({ size: 16, usage: 0x8 });
    expect(buffer.size).toBe(16);
    device.destroy();
  });

  it('renders on the features that are there, as on all', async () => {
    const { pixels } = await new Renderer(gpu()).render(scene, camera, SIZE);
    const shared = Gpu.from(gpu().device, { wait: gpu().wait });
    expect((await new Renderer(shared).render(scene, camera, SIZE)).pixels).toEqual(pixels);
  });

  it('tells of a device that is gone', async () => {
    const adapter = await openNullAdapter();
    const device = await adapter.requestDevice();
    const renderer = new Renderer(Gpu.from(device));
    device.destroy();
    await device.lost;
    await expect(renderer.render(scene, camera, SIZE)).rejects.toThrow(DeviceError);
  });
});
