/** Outputs of frames besides 8-bit pixels, against the CPU reference. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { Scene } from '../../../src/cast/scene.js';
import { NO_TRIANGLE } from '../../../src/cast/target/outputs.js';
import { InputError } from '../../../src/errors.js';
import { dot, length, subtract, type Vec3 } from '../../../src/math/vec3.js';
import { createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { castScene } from '../../../src/reference/cast-scene.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume, smallestSpacing, type Volume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { exactOnGpus } from '../expect-like-reference.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const SIZE = { width: 40, height: 30, quality: 'plain' } as const;
const SURFACE_OPACITY = 0.5;
const volume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.oblique);
const camera = obliqueCamera(volume);

/** Labels 7 and 9 on either side of a plane, on a grid of their own. */
function makeMask(of: Volume) {
  const labels = createVolume({
    ...of,
    voxels: Uint8Array.from(of.voxels, (_, index) => (index % of.sizes[0] < 10 ? 7 : 9)),
  });
  return createMask({ labels, styles: [{ label: 9 }, { label: 7, color: [1, 0, 0] }] });
}

/** Slices of four labels, of which three look alike. */
function makeMaskOfTwins(of: Volume) {
  const [ni] = of.sizes;
  const labels = createVolume({
    ...of,
    voxels: Uint8Array.from(of.voxels, (_, index) => 3 + Math.floor((4 * (index % ni)) / ni)),
  });
  return createMask({
    labels,
    styles: [{ label: 6 }, { label: 4 }, { label: 3, color: [1, 0, 0] }, { label: 5, opacity: 1 }],
  });
}

/** A ring in the volume's middle. */
function makeRing() {
  const { columns, origin } = volume.indexToWorld;
  const middle = origin.map((at, axis) =>
    columns.reduce((sum, column, k) => sum + (column[axis]! * (volume.sizes[k]! - 1)) / 2, at),
  ) as unknown as Vec3;
  const torus = createTorus({ majorSegments: 24, minorSegments: 12 });
  return createMesh({ ...torus, positions: torus.positions.map((x) => 4 * x), origin: middle });
}

const composite = { volume, transfer: makeTransfer([0, 255], 0.4) };

const SCENES: Readonly<Record<string, Scene>> = {
  'a composite': composite,
  'a masked composite': { ...composite, mask: makeMask(volume) },
  'labels that look alike': { ...composite, shading: createShading(), mask: makeMaskOfTwins(volume) },
  'an isosurface': { ...composite, mode: 'isosurface', isoValue: 120 },
  'a mesh': { meshes: [{ mesh: makeRing() }] },
  'a mesh in a volume': { ...composite, meshes: [{ mesh: makeRing() }], shading: createShading() },
  'a translucent mesh before an isosurface': {
    ...composite,
    mode: 'isosurface',
    isoValue: 120,
    meshes: [{ mesh: makeRing(), opacity: 0.4 }],
  },
};

const render = async (scene: Scene, from: Camera, options = {}) => {
  const renderer = new Renderer(gpu());
  try {
    const outputs = ['pixels', 'color', 'triangles', 'distances', 'labels', 'normals'] as const;
    return await renderer.render(scene, from, { ...SIZE, outputs, surfaceOpacity: SURFACE_OPACITY, ...options });
  } finally {
    renderer.destroy();
  }
};

describe('distances, normals, labels and float colours', () => {
  it.each(Object.keys(SCENES))('of %s are those of the CPU reference', async (name) => {
    const scene = SCENES[name]!;
    const frame = await render(scene, camera, exactOnGpus(gpu()));
    const reference = castScene({
      ...SIZE,
      camera,
      background: [0, 0, 0],
      ...scene,
      surfaceOpacity: SURFACE_OPACITY,
    } as never);
    const step = smallestSpacing(volume);
    let [met, moved] = [0, 0];
    for (const [pixel, expected] of reference.surfaces.entries()) {
      const distance = frame.distances[pixel]!;
      if (expected.t === Infinity) {
        expect(distance).toBe(Infinity);
        continue;
      }
      met++;
      // Rounding may take the opacity past the threshold a sample earlier or later, and see an edge or not.
      if (!(Math.abs(distance - expected.t) < 1e-3 * step)) {
        moved++;
        continue;
      }
      expect(frame.labels[pixel]).toBe(expected.label);
      const normal = [...frame.normals.subarray(3 * pixel, 3 * pixel + 3)] as unknown as Vec3;
      if (length(expected.normal) > 0) expect(dot(normal, expected.normal)).toBeGreaterThan(0.99);
    }
    expect(met).toBeGreaterThan(40);
    expect(moved).toBeLessThan(0.02 * met + 2);
    for (const [index, value] of reference.colors.entries()) {
      if (reference.ambiguous[index >> 2]) continue;
      expect(Math.abs(frame.color[index]! - value)).toBeLessThan(2 / 255);
    }
  });

  it('are multiplied by the opacity over no background', async () => {
    const frame = await render({ ...composite, background: 'transparent' }, camera);
    for (let at = 0; at < frame.pixels.length; at += 4) {
      const opacity = frame.color[at + 3]!;
      expect(Math.abs(255 * opacity - frame.pixels[at + 3]!)).toBeLessThanOrEqual(0.5 + 1e-3);
      for (let channel = 0; channel < 3; channel++) {
        const straight = opacity > 0 ? frame.color[at + channel]! / opacity : 0;
        expect(Math.abs(255 * straight - frame.pixels[at + channel]!)).toBeLessThanOrEqual(0.5 + 1e-3);
      }
    }
  });

  it('of projections are those of surfaces alone', async () => {
    const frame = await render({ ...composite, mode: 'mip' }, camera);
    expect(new Set(frame.distances)).toEqual(new Set([Infinity]));
    expect(new Set(frame.triangles)).toEqual(new Set([NO_TRIANGLE]));
  });

  it('have a triangle that a volume hides', async () => {
    const hidden = await render({ ...composite, meshes: [{ mesh: makeRing() }] }, camera);
    const alone = await render({ meshes: [{ mesh: makeRing() }] }, camera);
    expect(hidden.triangles).toEqual(alone.triangles);
    const nearer = hidden.distances.filter((distance, pixel) => distance < alone.distances[pixel]!);
    expect(nearer.length).toBeGreaterThan(100);
  });

  it('change no pixel, and are the same in any tile', async () => {
    const scene = SCENES['a mesh in a volume']!;
    const all = await render(scene, camera);
    const renderer = new Renderer(gpu());
    const { pixels } = await renderer.render(scene, camera, SIZE);
    renderer.destroy();
    expect(all.pixels).toEqual(pixels);
    const other = await render(scene, camera, { shape: { width: 4, height: 8 } });
    expect(other).toMatchObject({ pixels, distances: all.distances, normals: all.normals, triangles: all.triangles });
  });

  it('are refused by a name that there is not', async () => {
    await expect(render(composite, camera, { outputs: ['depth'] })).rejects.toThrow(InputError);
  });
});

describe('frames that accumulate', () => {
  it('are the mean of as many rays per pixel', async () => {
    const renderer = new Renderer(gpu());
    const options = { ...SIZE, outputs: ['pixels', 'color'], accumulate: true } as const;
    for (let frame = 1; frame <= 5; frame++) {
      expect((await renderer.render(composite, camera, options)).accumulated).toBe(frame);
    }
    const sixth = await renderer.render(composite, camera, options);
    const { color } = await renderer.render(composite, camera, { ...SIZE, outputs: ['color'], samplesPerPixel: 6 });
    expect(sixth.accumulated).toBe(6);
    for (const [index, value] of color.entries()) expect(Math.abs(sixth.color[index]! - value)).toBeLessThan(1e-5);
    renderer.destroy();
  });

  it('begin anew with another camera, scene or option, and after another frame', async () => {
    const renderer = new Renderer(gpu());
    const options = { ...SIZE, accumulate: true } as const;
    const count = async (scene: Scene, from: Camera, more = {}) =>
      (await renderer.render(scene, from, { ...options, ...more })).accumulated;
    const eye = subtract(camera.eye, [0, 0, 1]);
    expect(await count(composite, camera)).toBe(1);
    expect(await count({ ...composite }, { ...camera })).toBe(2);
    expect(await count(composite, { ...camera, eye })).toBe(1);
    expect(await count({ ...composite, transfer: makeTransfer([0, 255], 0.1) }, { ...camera, eye })).toBe(1);
    expect(await count({ ...composite, transfer: makeTransfer([0, 255], 0.1) }, { ...camera, eye })).toBe(2);
    expect(await count(composite, camera)).toBe(1);
    expect(await count(composite, camera)).toBe(2);
    expect(await count(composite, camera, { step: 2 })).toBe(1);
    await renderer.render(composite, camera, SIZE);
    expect(await count(composite, camera, { step: 2 })).toBe(1);
    const { mesh } = (SCENES['a mesh'] as { meshes: { mesh: ReturnType<typeof makeRing> }[] }).meshes[0]!;
    const moving = { meshes: [{ mesh, positions: mesh.positions.slice() }] };
    expect(await count(moving, camera)).toBe(1);
    expect(await count(moving, camera)).toBe(1);
    renderer.destroy();
  });
});
