/** Frames that are used where they are mapped: the bytes of frames that are copied, until their callers are done with them. */
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { orbit } from '../../../src/camera/orbit.js';
import type { FrameInfo } from '../../../src/cast/frame.js';
import { Renderer } from '../../../src/cast/renderer.js';
import { DeviceError, InputError } from '../../../src/errors.js';
import { Gpu } from '../../../src/gpu/gpu.js';
import { createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { openTestGpu, useTestGpu } from '../../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const ALL = ['pixels', 'color', 'triangles', 'distances', 'labels', 'normals', 'values'] as const;
const SIZE = { width: 24, height: 16 } as const;
const volume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.anisotropic);
const scene = { volume, transfer: makeTransfer([0, 255], 0.3) };
const camera = obliqueCamera(volume);
const cameras = [0, 40, 80, 120, 160, 200].map((azimuthDegrees) => orbit(camera, { azimuthDegrees }));
const mask = {
  labels: { ...volume, voxels: Uint8Array.from(volume.voxels, (_, voxel) => voxel % 4) },
  styles: [{ label: 1 }, { label: 3, opacity: 0.5 }],
};
const torus = { meshes: [{ mesh: createTorus({ majorSegments: 60, minorSegments: 30 }) }] };

const renderers: Renderer[] = [];
const createRenderer = (): Renderer => {
  const renderer = new Renderer(gpu());
  renderers.push(renderer);
  return renderer;
};
afterEach(() => {
  for (const renderer of renderers.splice(0)) renderer.destroy();
});

/** Frames of all cameras, copied, each by itself. */
async function renderCopies(): Promise<Uint8Array[]> {
  const renderer = createRenderer();
  const copies = [];
  for (const each of cameras) copies.push((await renderer.render(scene, each, SIZE)).pixels);
  return copies;
}

describe('a frame that is used while it is mapped', () => {
  const scenes = {
    'a volume with a mask': { ...scene, mask },
    'its mean values': { volume, mode: 'average' },
    meshes: torus,
    both: { ...scene, ...torus, background: 'transparent' },
  } as const;
  it.each(Object.keys(scenes) as (keyof typeof scenes)[])('has what a copied one has: %s', async (name) => {
    const renderer = createRenderer();
    const options = { ...SIZE, outputs: ALL, counts: true } as const;
    const { stats: wantedStats, ...wanted } = await renderer.render(scenes[name], camera, options);
    const arrays: ArrayBufferView[] = [];
    let seen: object = {};
    const left = await renderer.render(scenes[name], camera, {
      ...options,
      whileMapped: ({ stats, ...frame }) => {
        arrays.push(...ALL.map((output) => frame[output]));
        seen = structuredClone(frame);
        expect({ ...stats, timesMs: {} }).toEqual({ ...wantedStats, timesMs: {} });
      },
    });
    expect(seen).toEqual(structuredClone(wanted));
    expectTypeOf(left).toEqualTypeOf<FrameInfo>();
    expect(Object.keys(left)).not.toEqual(expect.arrayContaining(['pixels']));
    expect(left).toMatchObject({ camera, ...SIZE, counts: wanted.counts });
    // All but names of labels, which are memory of their own.
    const own = arrays.filter(({ byteLength }) => byteLength > 0);
    expect(own.length).toBeLessThanOrEqual(1);
  });

  it('has pixels alone by default, and a request in one object', async () => {
    const renderer = createRenderer();
    const wanted = await renderer.render({ ...scene, camera, ...SIZE });
    const seen: number[][] = [];
    await renderer.render({ ...scene, camera, ...SIZE, whileMapped: ({ pixels }) => seen.push([...pixels]) });
    expect(seen).toEqual([[...wanted.pixels]]);
  });

  it('may be one of several in flight, used at once or after a while', async () => {
    const wanted = await renderCopies();
    const renderer = createRenderer();
    const seen: Uint8Array[] = [];
    await Promise.all(
      cameras.map((each, index) =>
        renderer.render(scene, each, {
          ...SIZE,
          whileMapped: async ({ pixels }) => {
            if (index % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 20 - 3 * index));
            seen[index] = pixels.slice();
          },
        }),
      ),
    );
    expect(seen).toEqual(wanted);
  });

  it('may be of any size, while others are mapped', async () => {
    const sizes = [24, 64, 8, 96, 24, 40].map((width) => ({ width, height: width / 2 }));
    const alone = createRenderer();
    const wanted = [];
    for (const size of sizes) wanted.push((await alone.render(scene, camera, size)).pixels);
    const renderer = createRenderer();
    for (const _ of [0, 1]) {
      const seen: Uint8Array[] = [];
      const whileMapped = (index: number) => async (frame: { readonly pixels: Uint8Array }) => {
        await new Promise((resolve) => setTimeout(resolve, (index * 5) % 12));
        seen[index] = frame.pixels.slice();
      };
      await Promise.all(
        sizes.map((size, index) => renderer.render(scene, camera, { ...size, whileMapped: whileMapped(index) })),
      );
      expect(seen).toEqual(wanted);
    }
  });

  it('ends with what its caller throws, and the next one is whole', async () => {
    const [wanted] = await renderCopies();
    const renderer = createRenderer();
    const failures = [
      () => {
        throw new Error('full');
      },
      () => Promise.reject(new Error('full')),
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        throw new Error('full');
      },
    ];
    for (const accumulate of [false, true]) {
      for (const whileMapped of failures) {
        const failed = renderer.render(scene, camera, { ...SIZE, accumulate, whileMapped });
        const next = renderer.render(scene, camera, SIZE);
        await expect(failed).rejects.toThrow('full');
        expect((await next).pixels).toEqual(wanted);
      }
    }
  });

  it('lets its caller wait for other frames, however many do', async () => {
    const wanted = await renderCopies();
    const renderer = createRenderer();
    for (const options of [SIZE, { ...SIZE, accumulate: true }, { ...SIZE, counts: true, timestamps: true }]) {
      const inner: Uint8Array[] = [];
      await Promise.all(
        cameras.map((each, index) =>
          renderer.render(scene, each, {
            ...options,
            whileMapped: async ({ pixels }) => {
              inner[index] = (await renderer.render(scene, each, SIZE)).pixels;
              expect(pixels).toEqual(inner[index]);
            },
          }),
        ),
      );
      expect(inner).toEqual(wanted);
    }
  });

  it('is whole, and given once, where its bins had no room for all triangles', async () => {
    const far = { ...camera, target: [0, 0, 0], eye: [0, -400, 0] } as const;
    const near = { ...far, eye: [0, -2.5, 0] } as const;
    const options = { width: 48, height: 32, primaryRays: 'bins' } as const;
    const wanted = (await createRenderer().render(torus, near, options)).pixels;
    const renderer = createRenderer();
    await renderer.render(torus, far, options);
    const seen: Uint8Array[] = [];
    await renderer.render(torus, near, { ...options, whileMapped: ({ pixels }) => seen.push(pixels.slice()) });
    expect(seen).toEqual([wanted]);
  });

  it('stays until its caller is done with it, though the renderer is destroyed', async () => {
    const [wanted] = await renderCopies();
    const renderer = createRenderer();
    const seen: Uint8Array[] = [];
    const whileMapped = async ({ pixels }: { readonly pixels: Uint8Array }) => {
      renderer.destroy();
      await new Promise((resolve) => setTimeout(resolve, 10));
      seen.push(pixels.slice());
    };
    const frames = cameras.map(() => renderer.render(scene, camera, { ...SIZE, whileMapped }));
    for (const { reason } of (await Promise.allSettled(frames)) as { readonly reason?: unknown }[]) {
      if (reason) expect(reason).toEqual(new InputError('the renderer is destroyed'));
    }
    expect(seen.length).toBeGreaterThan(0);
    for (const pixels of seen) expect(pixels).toEqual(wanted);
  });

  it('ends with the loss of a device that goes meanwhile', async () => {
    const own = await openTestGpu();
    const renderer = new Renderer(own);
    const frame = renderer.render(scene, camera, {
      ...SIZE,
      whileMapped: async () => {
        own.device.destroy();
        await own.device.lost;
      },
    });
    await expect(frame).rejects.toThrow(DeviceError);
    renderer.destroy();
    own.destroy();
  });

  it('takes the buffers of frames before it, and leaves no more than frames in flight take', async () => {
    const { device } = gpu();
    const renderer = new Renderer(Gpu.from(device, { wait: gpu().wait }));
    const created = vi.spyOn(device, 'createBuffer');
    const staged = () =>
      created.mock.results.map(({ value }) => value as GPUBuffer).filter(({ label }) => label === 'frame.readback');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const destroyed: string[] = [];
    const render = (whileMapped: () => unknown) => renderer.render(scene, camera, { ...SIZE, whileMapped });
    const holding = cameras.map(() => render(() => held));
    await render(() => undefined);
    for (const buffer of staged())
      vi.spyOn(buffer, 'destroy').mockImplementation(() => void destroyed.push(buffer.label));
    release();
    await Promise.all(holding);
    const most = staged().length;
    expect(most).toBeGreaterThan(cameras.length);
    for (let round = 0; round < 4; round++) await Promise.all([0, 1, 2].map(() => render(() => undefined)));
    expect(staged()).toHaveLength(most);
    expect(destroyed).toHaveLength(most - 3);
    created.mockRestore();
    renderer.destroy();
  });

  it('is refused without a function, and to a target', async () => {
    const renderer = createRenderer();
    const target = gpu().device.createTexture({ size: [8, 8], format: 'rgba8unorm', usage: 0x10 });
    const refused = async (options: object) =>
      expect(renderer.render({ ...scene, camera, ...SIZE, ...options } as never)).rejects.toThrow(InputError);
    await refused({ whileMapped: 'soon' });
    await refused({ whileMapped: () => undefined, target });
    target.destroy();
  });
});
