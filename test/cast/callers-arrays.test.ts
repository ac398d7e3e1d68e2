/** Arrays of callers: shared, detached or changed while a frame is drawn; renderers that are destroyed meanwhile. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PartialScene } from '../../src/cast/partial/partial-scene.js';
import { renderPaths } from '../../src/cast/path/render-paths.js';
import { Renderer } from '../../src/cast/renderer.js';
import { InputError } from '../../src/errors.js';
import { Gpu } from '../../src/gpu/gpu.js';
import { createIcosphere } from '../../src/mesh/generators/create-basic-meshes.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import type { Volume } from '../../src/volume/volume.js';
import { useTestGpu } from '../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from './sample-scenes.js';
import { useRenderer } from './use-renderer.js';

const gpu = useTestGpu();
const SIZE = { width: 24, height: 16 };
const volume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.unit);
const transfer = makeTransfer([0, 255], 0.3);
const camera = obliqueCamera(volume);

type Numbers = Uint8Array | Uint32Array | Float32Array;

function makeMesh(): Mesh {
  const mesh = createIcosphere({ subdivisions: 1, radius: 3 });
  const vertices = mesh.positions.length / 3;
  const cycle = (length: number) => Uint8Array.from({ length }, (_, at) => (at % 4 === 3 ? 255 : (at * 37) % 256));
  return {
    ...mesh,
    normals: mesh.positions.map((coordinate) => coordinate / 3),
    vertexColors: cycle(4 * vertices),
    faceColors: cycle((4 * mesh.triangles.length) / 3),
    textures: {
      images: [{ width: 2, height: 2, texels: cycle(16), wrap: ['repeat', 'repeat'] }],
      coordinates: Float32Array.from({ length: 3 * vertices }, (_, at) => (at % 3 === 2 ? 0 : (at % 7) / 7)),
    },
  };
}

/** Every array of a scene, replaced by what `change` makes of it. */
const FIELDS: Readonly<Record<string, (change: <A extends Numbers>(array: A) => A) => PartialScene>> = {
  positions: (change) => meshScene((mesh) => ({ ...mesh, positions: change(mesh.positions) })),
  'positions of a frame': (change) => ({ meshes: [{ mesh: makeMesh(), positions: change(makeMesh().positions) }] }),
  triangles: (change) => meshScene((mesh) => ({ ...mesh, triangles: change(mesh.triangles) })),
  normals: (change) => meshScene((mesh) => ({ ...mesh, normals: change(mesh.normals!) })),
  'normals of a transformed mesh': (change) => ({
    meshes: [{ mesh: { ...makeMesh(), normals: change(makeMesh().normals!) }, transform: TURNED }],
  }),
  'vertex colours': (change) => meshScene((mesh) => ({ ...mesh, vertexColors: change(mesh.vertexColors!) })),
  'face colours': (change) => meshScene((mesh) => ({ ...mesh, faceColors: change(mesh.faceColors!) })),
  'texture coordinates': (change) =>
    meshScene(({ textures, ...mesh }) => ({
      ...mesh,
      textures: { ...textures!, coordinates: change(textures!.coordinates) },
    })),
  'texels of image 0': (change) =>
    meshScene(({ textures, ...mesh }) => ({
      ...mesh,
      textures: { ...textures!, images: textures!.images.map((one) => ({ ...one, texels: change(one.texels) })) },
    })),
  voxels: (change) => ({ volume: { ...volume, voxels: change(volume.voxels as Uint8Array) }, transfer }),
  colors: (change) => ({ volume: { ...volume, colors: change(colorsOf(volume)) }, transfer }),
};

const TURNED = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1];

const meshScene = (change: (mesh: Mesh) => Mesh): PartialScene => ({
  meshes: [{ mesh: change(makeMesh()) }],
  shadows: true,
});
const colorsOf = ({ voxels }: Volume) => Uint8Array.from({ length: 4 * voxels.length }, (_, at) => (at * 11) % 256);

function place<A extends Numbers>(array: A, memory: ArrayBufferLike): A {
  const placed = new (array.constructor as new (memory: ArrayBufferLike) => A)(memory);
  placed.set(array);
  return placed;
}

const shared = <A extends Numbers>(array: A) => place(array, new SharedArrayBuffer(array.byteLength));

const resizable = <A extends Numbers>(array: A) => {
  const Resizable = ArrayBuffer as unknown as new (bytes: number, options: { maxByteLength: number }) => ArrayBuffer;
  return place(array, new Resizable(array.byteLength, { maxByteLength: 2 * array.byteLength }));
};

function detach<A extends Numbers>(array: A): A {
  structuredClone(array.buffer, { transfer: [array.buffer as ArrayBuffer] });
  return array;
}

const renderer = useRenderer();

const draw = async (scene: PartialScene) => (await renderer().render(scene, camera, SIZE)).pixels;

describe.each(Object.entries(FIELDS))('%s', (name, make) => {
  it('in memory of several threads, or that can be resized, look as in their own', async () => {
    const expected = await draw(make((array) => array));
    expect(new Set(expected).size).toBeGreaterThan(4);
    expect(await draw(make(shared))).toEqual(expected);
    expect(await draw(make(resizable))).toEqual(expected);
  });

  it('are refused by name once they are detached, also in a scene that was drawn', async () => {
    const word = name === 'positions of a frame' ? 'positions' : name.replace(' of a transformed mesh', '');
    await expect(draw(make((array) => detach(array.slice() as typeof array)))).rejects.toThrow(word);
    let given: Numbers | undefined;
    const scene = make((array) => {
      given = array.slice();
      return given as typeof array;
    });
    await draw(scene);
    detach(given!);
    await expect(draw(scene)).rejects.toThrow(InputError);
    await expect(draw(scene)).rejects.toThrow(word);
  });

  it('that are detached while a frame is drawn leave a good frame, or an error that names them', async () => {
    let given: Numbers | undefined;
    const scene = make((array) => {
      given = array.slice();
      return given as typeof array;
    });
    const expected = await draw(make((array) => array));
    const frame = draw(scene).catch((error) => error);
    await Promise.resolve();
    detach(given!);
    const outcome = await frame;
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(InputError);
    else expect(outcome).toEqual(expected);
    expect(await draw(make((array) => array))).toEqual(expected);
  });
});

describe('a frame', () => {
  it('shows the positions and the transform of its call, whatever the caller writes there next', async () => {
    const mesh = makeMesh();
    const [positions, transform] = [mesh.positions.map((coordinate) => 1.5 * coordinate), [...TURNED]];
    const expected = await draw({ meshes: [{ mesh, positions: positions.slice(), transform: [...TURNED] }] });
    const frames = [1, 2].map(() => draw({ meshes: [{ mesh, positions, transform }] }));
    positions.fill(0);
    transform.fill(0, 12, 15);
    for (const frame of frames) expect(await frame).toEqual(expected);
  });

  it('of paths ends for positions of their own, is the same again, and refuses those in a buffer', async () => {
    const renderer = new Renderer(gpu());
    const mesh = makeMesh();
    const positions = mesh.positions.map((coordinate) => 1.2 * coordinate);
    const trace = (transform?: number[]) =>
      renderPaths(renderer, { meshes: [{ mesh, positions, transform }] }, camera, { ...SIZE, paths: 3 });
    const [first, again] = [await trace(), await trace()];
    expect([first.accumulated, again.accumulated]).toEqual([3, 3]);
    expect(again.pixels).toEqual(first.pixels);
    const settled = { meshes: [{ mesh: { ...mesh, positions, normals: undefined } }] };
    expect(first.pixels).toEqual((await renderPaths(renderer, settled, camera, { ...SIZE, paths: 3 })).pixels);
    const [turned, turnedAgain] = [await trace([...TURNED]), await trace([...TURNED])];
    expect([turned.accumulated, turnedAgain.accumulated]).toEqual([3, 3]);
    expect(turnedAgain.pixels).toEqual(turned.pixels);
    const buffer = gpu().device.createBuffer({ size: mesh.positions.byteLength, usage: 4 });
    const inBuffer = renderPaths(renderer, { meshes: [{ mesh, positions: buffer }] }, camera, { ...SIZE, paths: 3 });
    await expect(inBuffer).rejects.toThrow('positions in a GPUBuffer may change: give them as an array');
    buffer.destroy();
    renderer.destroy();
  });
});

describe('a renderer that is destroyed while it draws', () => {
  const SCENES: Readonly<Record<string, PartialScene>> = {
    'a volume': { volume, transfer },
    meshes: { meshes: [{ mesh: makeMesh() }], shadows: true },
    both: { volume, transfer, meshes: [{ mesh: makeMesh() }], shadows: true },
  };

  it.each(Object.entries(SCENES))(
    'ends the frame of %s, refuses those that wait, and its owner hears nothing',
    async (_, scene) => {
      const device = gpu().device;
      const heard: string[] = [];
      const listen = (event: GPUUncapturedErrorEvent) => heard.push(event.error.message);
      device.addEventListener('uncapturederror', listen);
      const expected = await draw(scene);
      for (const turns of [0, 1, 3, 10, 30, 100]) {
        const doomed = new Renderer(Gpu.from(device, { wait: gpu().wait }));
        const first = doomed.render(scene, camera, SIZE);
        const second = doomed.render(scene, camera, SIZE).catch((error) => error);
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        doomed.destroy();
        doomed.destroy();
        const outcome = await first.then(({ pixels }) => pixels).catch((error) => error);
        if (outcome instanceof Error) expect(outcome).toEqual(new InputError('the renderer is destroyed'));
        else expect(outcome).toEqual(expected);
        expect(await second).toEqual(new InputError('the renderer is destroyed'));
        await expect(doomed.render(scene, camera, SIZE)).rejects.toThrow('the renderer is destroyed');
      }
      await gpu().idle();
      device.removeEventListener('uncapturederror', listen);
      expect(heard).toEqual([]);
    },
  );
});

describe("an owner's own errors", () => {
  it('stay the owner’s: in its scopes around frames, and without a scope', async () => {
    const device = gpu().device;
    const own = Gpu.from(device, { wait: gpu().wait });
    const shared = new Renderer(own);
    const wrong = () => device.createBuffer({ label: 'owner.wrong', size: 4, usage: 0 });
    const heard: string[] = [];
    const listen = (event: GPUUncapturedErrorEvent) => {
      event.preventDefault();
      heard.push(event.error.message);
    };
    const expected = await draw({ volume, transfer });
    device.pushErrorScope('validation');
    const frame = shared.render({ volume, transfer }, camera, SIZE);
    wrong();
    expect((await frame).pixels).toEqual(expected);
    expect((await device.popErrorScope())?.message).toContain('owner.wrong');
    device.addEventListener('uncapturederror', listen);
    const next = shared.render({ volume, transfer }, camera, SIZE);
    wrong();
    expect((await next).pixels).toEqual(expected);
    await gpu().idle();
    device.removeEventListener('uncapturederror', listen);
    expect(heard.join()).toContain('owner.wrong');
    shared.destroy();
    // The device's own Gpu hears it too, and the tests after this one are not to.
    expect(() => gpu().assertHealthy()).toThrow();
  });

  it('are caught again after an allocation that throws', async () => {
    const fails = () => {
      throw new RangeError('no room');
    };
    await expect(gpu().tryAllocate(fails)).rejects.toThrow('no room');
    const device = gpu().device;
    device.pushErrorScope('validation');
    device.createBuffer({ label: 'owner.wrong', size: 4, usage: 0 });
    expect((await device.popErrorScope())?.message).toContain('owner.wrong');
    await expect(device.popErrorScope()).rejects.toThrow();
  });
});

describe('the sources', () => {
  it('claim nowhere by a cast that memory is of one thread: devices get unshared arrays', () => {
    const rooms = ['bvh', 'cast', 'gpu', 'isosurface', 'paged', 'split', 'tiles'];
    const claims = rooms
      .flatMap((room) =>
        readdirSync(`src/${room}`, { recursive: true, encoding: 'utf8' }).map((name) => `src/${room}/${name}`),
      )
      .filter((path) => path.endsWith('.ts') && path !== 'src/gpu/unshared.ts')
      .filter((path) => /as \w+Array<ArrayBuffer>/.test(readFileSync(path, 'utf8')));
    expect(claims).toEqual([]);
  });
});
