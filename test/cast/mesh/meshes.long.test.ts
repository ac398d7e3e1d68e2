/** The mesh pass against its float64 CPU reference: which triangle each ray hits, where, and what colour that is. */

import { describe, expect, it } from 'vitest';
import { create } from 'webgpu';
import { Renderer } from '../../../src/cast/renderer.js';
import type { MeshScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { NO_TRIANGLE } from '../../../src/cast/target/outputs.js';
import { InputError } from '../../../src/errors.js';
import { Gpu } from '../../../src/gpu/gpu.js';
import { BUFFER_USAGE } from '../../../src/gpu/usages.js';
import { createIcosphere, createTorus, createTriangleSoup } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { HEIGHT, WIDTH } from '../expect-like-reference.js';
import { CAMERAS, colorize, expectLikeMeshReference, MESHES, OUTSIDE, randomCamera, toScene } from '../mesh-scenes.js';
import { WITH_HITS } from '../with-hits.js';

const gpu = useTestGpu();

describe.each(Object.entries(MESHES))('the mesh pass sees %s', (_, mesh) => {
  it.each(Object.entries(CAMERAS))('%s', async (_name, camera) => {
    await expectLikeMeshReference(gpu(), toScene(mesh), camera);
  });
});

describe('the mesh pass', () => {
  const soup = MESHES['small triangles and slivers, seed 3']!;
  const colorful = colorize(createTorus({ majorSegments: 16, minorSegments: 10 }), { faces: true, vertices: true });
  const directed = createShading({ light: [0.4, -0.7, 1] });

  it('draws the same bits whatever the tiles, the slabs, their order and the variant', async () => {
    const scene = { ...toScene(soup, MESHES['interpenetrating triangles, seed 5']!), shadows: true, shading: directed };
    const pass = new Renderer(gpu());
    const render = (options: RenderOptions) =>
      pass.render(scene, CAMERAS['inside']!, {
        width: WIDTH,
        height: HEIGHT,
        ...WITH_HITS,
        counts: true,
        // A tree, which frames of the same get in time, rounds otherwise.
        primaryRays: 'bins',
        shadowRays: 'bins',
        ...options,
      });
    const tile = { width: 8, height: 8 };
    const expected = await render({ shape: tile, slabs: 1 });
    const options: RenderOptions[] = [
      { shape: tile, slabs: 1, variant: 'batches' },
      { shape: tile, slabs: 4 },
      { shape: tile, slabs: 16 },
      { shape: tile, slabs: 16, variant: 'batches' },
      { shape: tile, slabs: 64, order: 'morton' },
      { shape: tile, slabs: 64, order: 'morton', variant: 'batches' },
      { shape: tile, slabs: 8, order: 'columns' },
      { shape: { width: 16, height: 4 }, slabs: 16 },
      { shape: { width: 1, height: 64 }, slabs: 3 },
      { shape: { width: 7, height: 5 }, slabs: 16, variant: 'batches' },
      {},
    ];
    const counted = new Map<string, number>();
    for (const option of options) {
      const { variant, ...rest } = option;
      const name = JSON.stringify(rest);
      const frame = await render(option);
      expect(frame.triangles, name).toEqual(expected.triangles);
      expect(frame.distances, name).toEqual(expected.distances);
      expect(Buffer.compare(frame.pixels, expected.pixels), name).toBe(0);
      expect(frame.stats.rti, `${name}, ${variant}`).toBe(counted.get(name) ?? frame.stats.rti);
      counted.set(name, frame.stats.rti!);
    }
    pass.destroy();
  });

  it.each(['quads', 'batches'] as const)(
    'sees what is in front of a hit far behind its slab, by %s',
    async (variant) => {
      // The first triangle begins near the eye and recedes; the second is before its far end, slabs later.
      const ramp = createMesh({
        positions: Float32Array.of(-1.2, -1, 3, 1.2, -1, 3, 0, 1.4, -3, -0.3, 0.5, 0, 0.3, 0.5, 0, 0, 1, 0),
        triangles: Uint32Array.of(0, 1, 2, 3, 4, 5),
      });
      const camera = { ...OUTSIDE, eye: [0, 0, 5], target: [0, 0.1, 0], up: [0, 1, 0] } as const;
      for (const slabs of [4, 16, 64]) {
        const { frame } = await expectLikeMeshReference(gpu(), toScene(ramp), camera, { variant, slabs });
        expect(new Set(frame.triangles)).toEqual(new Set([0, 1, NO_TRIANGLE]));
        await expectLikeMeshReference(gpu(), toScene(MESHES['triangles that fill the screen, seed 4']!), OUTSIDE, {
          variant,
          slabs,
        });
      }
    },
  );

  it.each(['quads', 'batches'] as const)('takes the lower id of triangles in one place, by %s', async (variant) => {
    const torus = MESHES['a torus']!;
    const { frame } = await expectLikeMeshReference(gpu(), toScene(torus, torus), OUTSIDE, { variant });
    const triangles = torus.triangles.length / 3;
    expect(frame.triangles!.some((id) => id < triangles)).toBe(true);
    expect(frame.triangles!.filter((id) => id >= triangles && id !== NO_TRIANGLE)).toEqual(new Uint32Array());
  });

  it('counts tests, of which slabs leave out those behind hits', async () => {
    const mesh = createIcosphere({ subdivisions: 4 });
    const counts = [1, 16].map(async (slabs) => {
      const { frame } = await expectLikeMeshReference(gpu(), toScene(mesh), OUTSIDE, {
        slabs,
        shape: { width: 8, height: 8 },
      });
      return frame.stats;
    });
    const [one, many] = await Promise.all(counts);
    expect(one!.triangles).toBe(many!.triangles);
    expect(one!.binItems).toBe(many!.binItems);
    // The far half of the sphere is hidden.
    expect(many!.rti!).toBeLessThan(0.7 * one!.rti!);
    expect(one!.rti!).toBeLessThanOrEqual(64 * one!.binItems);
  });

  it.each(['back', 'front'] as const)('leaves out the %s sides', async (cull) => {
    for (const camera of Object.values(CAMERAS)) {
      await expectLikeMeshReference(gpu(), { ...toScene(MESHES['a torus']!, soup), cull }, camera);
    }
  });

  it.each([
    ['headlight', createShading()],
    ['a direction', directed],
    ['sharp highlights', createShading({ specular: 0.9, shininess: 60, light: [1, -3, 1] })],
  ])('lights by %s', async (_, shading) => {
    for (const smooth of [true, false]) {
      for (const camera of [OUTSIDE, CAMERAS['from a parallel camera']!]) {
        await expectLikeMeshReference(gpu(), { ...toScene(MESHES['a torus']!), shading, smooth }, camera);
      }
    }
  });

  it('computes normals where a mesh has none, and takes its own normals where they are zero', async () => {
    const { normals, ...rest } = createIcosphere({ subdivisions: 1 });
    const without = createMesh(rest);
    const partly = createMesh({ ...rest, normals: normals!.map((value, index) => (index % 9 < 3 ? 0 : value)) });
    // Both sides of a sheet: where they cancel, there is none.
    const sheet = createMesh({
      positions: Float32Array.of(-1, -1, 0.3, 1, -1, 0, 1, 1, 0.2, -1, 1, -0.1),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 1, 0, 2, 3, 0, 3, 2),
    });
    for (const mesh of [without, partly, sheet]) await expectLikeMeshReference(gpu(), toScene(mesh), OUTSIDE);
  });

  it('casts shadows of all triangles, culled or not', async () => {
    const ball = createIcosphere({ subdivisions: 2, radius: 0.3, center: [0.2, -0.3, 0.9] });
    const scene = { ...toScene(MESHES['a torus']!, ball), shading: directed, shadows: true };
    const { frame } = await expectLikeMeshReference(gpu(), scene, OUTSIDE);
    await expectLikeMeshReference(gpu(), { ...scene, cull: 'back' }, CAMERAS['from a parallel camera']!);
    await expectLikeMeshReference(gpu(), { ...scene, smooth: false }, CAMERAS['inside']!, { variant: 'batches' });
    const pass = new Renderer(gpu());
    const lit = await pass.render({ ...scene, shadows: false }, OUTSIDE, { width: WIDTH, height: HEIGHT });
    expect(Buffer.compare(lit.pixels, frame.pixels)).not.toBe(0);
    pass.destroy();
  });

  it('takes the product of face and vertex colours, or the one colour', async () => {
    const torus = MESHES['a torus']!;
    const sphere = createIcosphere({ subdivisions: 1, radius: 0.5 });
    for (const meshes of [
      [colorful],
      [colorize(torus, { faces: true }), sphere],
      [colorize(torus, { vertices: true }), colorize(sphere, { faces: true })],
      [torus],
    ]) {
      await expectLikeMeshReference(gpu(), { ...toScene(...meshes), meshColor: [0.3, 0.9, 0.5] }, OUTSIDE);
    }
  });

  it('shows the mean of several rays, over a background or none', async () => {
    const [one, two] = [MESHES['a torus']!, createIcosphere({ subdivisions: 2, radius: 0.5 })];
    for (const background of ['transparent', [0.2, 0.4, 0.9]] as const) {
      const scene = { ...toScene(one, two), background };
      const { frame } = await expectLikeMeshReference(gpu(), scene, OUTSIDE, { samplesPerPixel: 5 });
      const batches = await expectLikeMeshReference(gpu(), scene, OUTSIDE, { samplesPerPixel: 5, variant: 'batches' });
      expect(Buffer.compare(frame.pixels, batches.frame.pixels)).toBe(0);
      await expectLikeMeshReference(gpu(), scene, OUTSIDE);
    }
  });

  it.each([1, 2])('draws %i triangles', async (count) => {
    await expectLikeMeshReference(gpu(), toScene(createTriangleSoup({ kinds: ['large'], count, seed: 8 })), OUTSIDE);
  });

  it('draws nothing of triangles that are all behind the eye', async () => {
    const camera = { ...OUTSIDE, target: OUTSIDE.eye.map((x) => 2 * x) as unknown as typeof OUTSIDE.eye };
    for (const behind of [camera, { ...camera, projection: 'orthographic', height: 9 } as const]) {
      const { frame } = await expectLikeMeshReference(gpu(), { ...toScene(soup), background: [0, 0.4, 0] }, behind);
      expect(frame.stats).toMatchObject({ triangles: 0, binItems: 0, rti: 0 });
      expect(new Set(frame.triangles)).toEqual(new Set([NO_TRIANGLE]));
    }
  });

  it('skips and counts what is not finite, does not exist or has no area', async () => {
    const { positions, triangles, normals } = createIcosphere({ subdivisions: 2 });
    const bad = positions.slice();
    for (const [vertex, value] of [NaN, Infinity, -Infinity].entries()) bad[3 * (5 + 30 * vertex) + vertex] = value;
    const wrong = triangles.slice();
    wrong[3 * 17 + 1] = positions.length / 3;
    wrong[3 * 50] = 0xffffffff;
    wrong[3 * 60 + 2] = wrong[3 * 60]!;
    const line = createMesh({
      positions: Float32Array.of(-1, -1, 0, 0, 0, 0, 2, 2, 0),
      triangles: Uint32Array.of(0, 1, 2, 1, 1, 1),
    });
    const { frame } = await expectLikeMeshReference(
      gpu(),
      toScene(createMesh({ positions: bad, triangles: wrong, normals }), line),
      OUTSIDE,
    );
    expect(frame.stats.trianglesSkipped).toBeGreaterThan(10);
    // A bad index of one mesh is not a vertex of the next.
    await expectLikeMeshReference(gpu(), toScene(createMesh({ positions, triangles: wrong }), soup), OUTSIDE);
  });

  it('loses no triangle to bins that were too small', async () => {
    const pass = new Renderer(gpu());
    const large = createTriangleSoup({ kinds: ['large'], count: 50, seed: 4 });
    const sizes = { width: 200, height: 150, ...WITH_HITS, shape: { width: 4, height: 4 } };
    const grown = await pass.render(toScene(large), OUTSIDE, sizes);
    // Far more than a few more than there are triangles.
    expect(grown.stats.binItems).toBeGreaterThan(10 * 50);
    const again = await pass.render(toScene(large), OUTSIDE, sizes);
    expect(Buffer.compare(grown.pixels, again.pixels)).toBe(0);
    const whole = await pass.render(toScene(large), OUTSIDE, { ...sizes, shape: { width: 16, height: 16 } });
    expect(whole.triangles).toEqual(grown.triangles);
    pass.destroy();
  });

  it('draws deformed meshes from arrays and from buffers, and then as they were', async () => {
    const mesh = createTorus({ majorSegments: 16, minorSegments: 10 });
    const other = createIcosphere({ subdivisions: 1, radius: 0.4 });
    const positions = mesh.positions.map((x, index) => (index % 3 === 2 ? 1.7 * x + 0.2 : 0.8 * x));
    const buffer = gpu().device.createBuffer({
      size: positions.byteLength,
      usage: BUFFER_USAGE.COPY_SRC | BUFFER_USAGE.COPY_DST,
    });
    gpu().device.queue.writeBuffer(buffer, 0, positions);
    const reference = await expectLikeMeshReference(gpu(), { meshes: [{ mesh: other }, { mesh, positions }] }, OUTSIDE);

    const pass = new Renderer(gpu());
    const render = async (scene: MeshScene) =>
      (await pass.render(scene, OUTSIDE, { width: WIDTH, height: HEIGHT })).pixels;
    const rest = await render(toScene(other, mesh));
    const changing = positions.slice();
    expect(await render({ meshes: [{ mesh: other }, { mesh, positions: changing }] })).toEqual(reference.frame.pixels);
    changing.set(mesh.positions);
    expect(await render({ meshes: [{ mesh: other }, { mesh, positions: changing }] })).not.toEqual(
      reference.frame.pixels,
    );
    expect(await render({ meshes: [{ mesh: other }, { mesh, positions: buffer }] })).toEqual(reference.frame.pixels);
    expect(await render(toScene(other, mesh))).toEqual(rest);
    pass.destroy();
    buffer.destroy();
  });

  it('keeps its precision far from zero and in any unit', async () => {
    const sphere = createIcosphere({ subdivisions: 2 });
    const { frame: near } = await expectLikeMeshReference(gpu(), toScene(sphere), OUTSIDE);
    const move = (v: readonly number[]) =>
      v.map((x, axis) => x + [4e8, -3e8, 1e8][axis]!) as unknown as typeof OUTSIDE.eye;
    const far = createMesh({ ...sphere, origin: move(sphere.origin) });
    const farCamera = { ...OUTSIDE, eye: move(OUTSIDE.eye), target: move(OUTSIDE.target) };
    const pass = new Renderer(gpu());
    const size = { width: WIDTH, height: HEIGHT, ...WITH_HITS };
    expect((await pass.render(toScene(far), farCamera, size)).triangles).toEqual(near.triangles);
    for (const scale of [2 ** -40, 1e-9, 1e12]) {
      const grow = (v: readonly number[]) => v.map((x) => x * scale) as unknown as typeof OUTSIDE.eye;
      const grown = createMesh({ ...sphere, positions: sphere.positions.map((x) => x * scale) });
      const camera = { ...OUTSIDE, eye: grow(OUTSIDE.eye), target: grow(OUTSIDE.target) };
      expect((await pass.render(toScene(grown), camera, size)).triangles, String(scale)).toEqual(near.triangles);
    }
    pass.destroy();
  });

  it('leaks at no pixel of a closed mesh that is seen from inside', async () => {
    const sphere = createIcosphere({ subdivisions: 5 });
    const pass = new Renderer(gpu());
    for (let seed = 1; seed <= 4; seed++) {
      const camera = randomCamera(seed);
      const { triangles } = await pass.render(toScene(sphere), camera, { width: 256, height: 256, ...WITH_HITS });
      expect(triangles!.indexOf(NO_TRIANGLE), `camera of seed ${seed}`).toBe(-1);
    }
    // Rays through vertices and along edges.
    const aligned = { ...OUTSIDE, eye: [0, 0, 0], target: [0, 0, -1], up: [0, 1, 0], fovDegrees: 90 } as const;
    const octahedron = createMesh({
      positions: Float32Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1),
      triangles: Uint32Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5),
    });
    for (const variant of ['quads', 'batches'] as const) {
      for (const side of [31, 32]) {
        const options = { width: side, height: side, ...WITH_HITS, variant };
        const { triangles } = await pass.render(toScene(octahedron), aligned, options);
        expect(triangles!.indexOf(NO_TRIANGLE), `${variant}, ${side} pixels`).toBe(-1);
      }
    }
    pass.destroy();
  });

  it('refuses what cannot be, with a message, and goes on', async () => {
    const pass = new Renderer(gpu());
    const scene = toScene(soup);
    const refuse = (options: RenderOptions, wrong: MeshScene = scene) =>
      expect(pass.render(wrong, OUTSIDE, options)).rejects.toThrow(InputError);
    await refuse({ width: 0 });
    await refuse({ width: 1e6, height: 1e6 });
    await refuse({ samplesPerPixel: 65 });
    await refuse({ slabs: 65 });
    await refuse({ shape: { width: 64, height: 64 } });
    await refuse({}, { meshes: [] });
    await refuse({}, { ...scene, meshColor: [2, 0, 0] });
    await refuse({}, { meshes: [{ mesh: soup, positions: new Float32Array(3) }] });
    const buffer = gpu().device.createBuffer({ size: soup.positions.byteLength, usage: BUFFER_USAGE.STORAGE });
    await refuse({}, { meshes: [{ mesh: soup, positions: buffer }] });
    const { pixels } = await pass.render(scene, OUTSIDE, { width: 16, height: 16 });
    expect(pixels.length).toBe(4 * 16 * 16);
    pass.destroy();
  });
});

it('gives an adapter with fewer limits, and one without software, kernels that it takes', async () => {
  // Dawn's null backend computes nothing, but validates all that it is given.
  const entry = create(['backend=null']);
  const adapter = await entry.requestAdapter();
  const hardware = await Gpu.open(adapter!);
  const pass = new Renderer(hardware);
  const scene = { ...toScene(MESHES['a torus']!), shading: createShading({ light: [1, 1, 1] }), shadows: true };
  for (const camera of [OUTSIDE, CAMERAS['from a parallel camera']!]) {
    for (const order of ['rows', 'morton'] as const) {
      await pass.render(scene, camera, { order, ...WITH_HITS, counts: true, samplesPerPixel: 3 });
    }
  }
  pass.destroy();
  hardware.destroy();
});
