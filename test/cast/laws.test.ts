/** Laws of every picture, whatever the numbers: changes that change nothing, and bounds on those that do. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis, createCamera } from '../../src/camera/camera.js';
import { fitCamera } from '../../src/camera/fit.js';
import { AXIS_VIEWS, type ViewName, viewDirection } from '../../src/camera/views.js';
import { Renderer } from '../../src/cast/renderer.js';
import type { VolumeScene } from '../../src/cast/scene.js';
import type { Quality, RenderOptions } from '../../src/cast/settings.js';
import { boundingSphere } from '../../src/math/sphere.js';
import { dot, rotateAbout, scale, type Vec3 } from '../../src/math/vec3.js';
import { createShading } from '../../src/transfer/light/shading.js';
import { createTransferFunction } from '../../src/transfer/transfer-function.js';
import { createMask } from '../../src/volume/mask.js';
import { corners, createVolume, type Volume } from '../../src/volume/volume.js';
import { useTestGpu } from '../open-test-gpu.js';
import { cameraOf, GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from './sample-scenes.js';

const gpu = useTestGpu();
const RANGE = [0, 255] as const;
const SIZE = { width: 40, height: 40, quality: 'plain' } as const;

const render = async (scene: VolumeScene, camera: Camera, options: RenderOptions = {}) =>
  (await new Renderer(gpu()).render(scene, camera, { ...SIZE, ...options })).pixels;

function largestDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((largest, value, index) => Math.max(largest, Math.abs(value - b[index]!)), 0);
}

const volume = makeVolume(Uint8Array, RANGE, GEOMETRIES.oblique);
const transfer = createTransferFunction({
  ...makeTransfer(RANGE, 0.2),
  gradientOpacities: [
    { value: 0, opacity: 0.3 },
    { value: 30, opacity: 1 },
  ],
});
const light: Vec3 = [1, 2, -0.5];
const shading = createShading({ light });
const scene: VolumeScene = { volume, transfer, shading };
const camera = obliqueCamera(volume);

/** The volume and what belongs to it, with every vector of the world mapped. */
function mapWorld(map: (v: Vec3) => Vec3): { scene: VolumeScene; camera: Camera } {
  const { columns, origin } = volume.indexToWorld;
  const indexToWorld = {
    columns: columns.map(map) as unknown as Volume['indexToWorld']['columns'],
    origin: map(origin),
  };
  return {
    scene: {
      ...scene,
      volume: createVolume({ ...volume, indexToWorld }),
      shading: createShading({ light: map(light) }),
    },
    camera: createCamera({ ...camera, eye: map(camera.eye), target: map(camera.target), up: map(camera.up) }),
  };
}

describe('nothing changes', () => {
  it('when the world is a thousand times as large', async () => {
    const large = mapWorld((v) => scale(v, 1000));
    expect(largestDifference(await render(large.scene, large.camera), await render(scene, camera))).toBeLessThanOrEqual(
      1,
    );
  });

  it('when the world turns, camera, light and all', async () => {
    const axis = scale([1, 2, 3], 1 / Math.sqrt(14));
    const turned = mapWorld((v) => rotateAbout(v, axis, 1.1));
    expect(
      largestDifference(await render(turned.scene, turned.camera), await render(scene, camera)),
    ).toBeLessThanOrEqual(1);
  });

  it('when a plane cuts nothing', async () => {
    const { center, radius } = boundingSphere(corners(volume));
    const clip = [{ normal: [0, 0, 1], offset: center[2] - 1.01 * radius }] as const;
    expect(largestDifference(await render({ ...scene, clip }, camera), await render(scene, camera))).toBe(0);
  });

  it('when a plane that all rays run along leaves everything on its inner side', async () => {
    const cube = makeVolume(Uint8Array, RANGE, GEOMETRIES.unit, [8, 8, 8]);
    const along = cameraOf(cube, 'a', 'orthographic', 1);
    const whole = await render({ volume: cube, transfer }, along);
    for (const sign of [1, -1]) {
      const kept = [{ normal: [sign, 0, 0], offset: sign > 0 ? -2 : -9 }] as const;
      expect(largestDifference(await render({ volume: cube, transfer, clip: kept }, along), whole)).toBe(0);
      const cut = [{ normal: [sign, 0, 0], offset: sign > 0 ? 9 : 2 }] as const;
      expect(new Set(await render({ volume: cube, transfer, clip: cut }, along)).size).toBe(2);
    }
  });

  it('when a half-space and its complement share what the whole transmits', async () => {
    const plain: VolumeScene = { volume, transfer: makeTransfer(RANGE, 0.1), background: 'transparent' };
    const { center } = boundingSphere(corners(volume));
    const halves = [1, -1].map((sign) => ({ normal: [sign, 0, 0] as const, offset: sign * center[0] }));
    const options = { ...SIZE, earlyTermination: false, counts: true };
    const [whole, left, right] = await Promise.all(
      [[], [halves[0]!], [halves[1]!]].map((clip) => new Renderer(gpu()).render({ ...plain, clip }, camera, options)),
    );
    let compared = 0;
    for (let pixel = 0; pixel < SIZE.width * SIZE.height; pixel++) {
      // The one sample of a part thinner than two steps stands for the part's length.
      if ([left, right].some((half) => half!.counts!.samples[pixel] === 1)) continue;
      compared++;
      const [all, ...parts] = [whole, left, right].map((frame) => frame!.pixels[4 * pixel + 3]! / 255);
      const transmitted = (1 - parts[0]!) * (1 - parts[1]!);
      expect(Math.abs(255 * (1 - transmitted - all!))).toBeLessThanOrEqual(1.5);
    }
    expect(compared).toBeGreaterThan(0.9 * SIZE.width * SIZE.height);
  });
});

describe('MIP along an axis', () => {
  const grey = createTransferFunction({
    colors: [
      { value: 0, color: '#000' },
      { value: 255, color: '#fff' },
    ],
    opacities: [{ value: 0, opacity: 1 }],
  });
  const cube = makeVolume(Uint8Array, RANGE, GEOMETRIES.unit, [12, 12, 12]);

  it.each(Object.keys(AXIS_VIEWS) as ViewName[])('is the maximum of the voxels in view %s', async (view) => {
    const direction = viewDirection(view, cube.indexToWorld);
    const fitted = fitCamera(boundingSphere(corners(cube)), direction, { aspect: 1, projection: 'orthographic' });
    // A pixel a voxel.
    const straight = createCamera({ ...fitted, projection: 'orthographic', height: 12 });
    const pixels = await render({ volume: cube, transfer: grey, mode: 'mip' }, straight, { width: 12, height: 12 });
    const [rightAxis, upAxis, depthAxis] = AXIS_VIEWS[view as keyof typeof AXIS_VIEWS];
    for (let y = 0; y < 12; y++) {
      for (let x = 0; x < 12; x++) {
        const index: [number, number, number] = [0, 0, 0];
        index[rightAxis] = x;
        index[upAxis] = 11 - y;
        const along = Array.from({ length: 12 }, (_, depth) => {
          index[depthAxis] = depth;
          return cube.voxels[index[0] + 12 * (index[1] + 12 * index[2])]!;
        });
        expect(pixels[4 * (12 * y + x)]).toBe(Math.max(...along));
      }
    }
  });
});

describe('half the step', () => {
  // A peak that a ray passes within a third of a step, as makes rings.
  const steep = createTransferFunction({
    colors: [0, 60, 120, 180, 255].map((value, index) => ({ value, color: index % 2 ? '#ffffff' : '#000000' })),
    opacities: [0, 108, 110, 112, 255].map((value, index) => ({ value, opacity: [0, 0, 0.95, 0, 0][index]! })),
  });
  const smooth = makeVolume(Uint8Array, RANGE, GEOMETRIES.unit, [40, 40, 40]);
  const view = cameraOf(smooth, 'b', 'perspective', 1);
  const change = async (transferFunction: VolumeScene['transfer'], quality: Quality) => {
    const [whole, half] = await Promise.all(
      [1, 0.5].map((step) => render({ volume: smooth, transfer: transferFunction }, view, { step, quality })),
    );
    return { largest: largestDifference(whole!, half!), mean: meanDifference(whole!, half!) };
  };
  const meanDifference = (a: Uint8Array, b: Uint8Array) =>
    a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;

  it('changes a gentle composite by at most 10/255, most of it where rays leave the volume', async () => {
    expect((await change(makeTransfer(RANGE, 0.08), 'plain')).largest).toBeLessThanOrEqual(10);
  });

  it('changes a steep one less than half as much in quality fine', async () => {
    const [plain, fine] = [await change(steep, 'plain'), await change(steep, 'fine')];
    expect(fine.mean).toBeLessThan(0.5 * plain.mean);
    expect(fine.largest).toBeLessThan(plain.largest);
  });
});

describe('a cut through what is the same everywhere', () => {
  const cube = createVolume({ sizes: [8, 8, 8], voxels: new Uint8Array(512).fill(200) });
  const color: Vec3 = [0.5, 0.25, 0.75];
  const opaque = createTransferFunction({
    colors: [{ value: 0, color }],
    opacities: [{ value: 0, opacity: 1 }],
  });
  const cubeCamera = cameraOf(cube, 'a', 'orthographic', 1);
  const middle = 4 * (20 * 40 + 20);
  const middleOf = async (cut: VolumeScene) => [...(await render(cut, cubeCamera)).slice(middle, middle + 3)];
  const { forward } = cameraBasis(cubeCamera);
  const { ambient, diffuse, specular, shininess } = createShading();
  const litBy = (cosine: number, own = color) =>
    own.map((channel) => 255 * (channel * (ambient + diffuse * cosine) + specular * cosine ** shininess));
  const expectNear = (found: readonly number[], expected: readonly number[]) => {
    for (const [channel, value] of expected.entries()) expect(Math.abs(found[channel]! - value)).toBeLessThan(1.5);
  };
  const slanted = rotateAbout(forward, [1, 0, 0], Math.PI / 6);
  const facesOf = (normal: Vec3) => [{ normal: scale(normal, 3), offset: 3 * dot(normal, [3.4, 3.6, 3.3]) }];

  it('is lit as a plane by composites', async () => {
    const lit = { volume: cube, transfer: opaque, shading: createShading() };
    expectNear(await middleOf({ ...lit, clip: facesOf(forward) }), litBy(1));
    expectNear(await middleOf({ ...lit, clip: facesOf(slanted) }), litBy(Math.cos(Math.PI / 6)));
    // What faces away from the eye is no face that is seen.
    const behind = facesOf(scale(forward, -1));
    expectNear(await middleOf({ ...lit, clip: behind }), await middleOf(lit));
  });

  it('closes isosurfaces, which show nothing without it', async () => {
    const surface = { volume: cube, transfer: opaque, mode: 'isosurface', isoValue: 100 } as const;
    expect(await middleOf(surface)).toEqual([0, 0, 0]);
    for (const skip of [true, false]) {
      const clip = facesOf(slanted);
      const pixels = await render({ ...surface, clip }, cubeCamera, { skip });
      expectNear([...pixels.slice(middle, middle + 3)], litBy(Math.cos(Math.PI / 6)));
    }
    const isosurfaces = [
      { value: 50, color: [1, 0, 0], opacity: 0.5 },
      { value: 150, color: [0, 1, 0] },
      { value: 250, color: [0, 0, 1] },
    ] as const;
    const [front, back] = [litBy(1, [1, 0, 0]), litBy(1, [0, 1, 0])];
    const both = front.map((channel, index) => (channel + back[index]!) / 2);
    expectNear(
      await middleOf({ volume: cube, transfer: opaque, mode: 'isosurface', isosurfaces, clip: facesOf(forward) }),
      both,
    );
  });

  it('is a mask’s boundary too, which closes isosurfaces', async () => {
    const labels = createVolume({
      sizes: [8, 8, 8],
      voxels: Uint8Array.from({ length: 512 }, (_, voxel) => Number(voxel >> 6 > 1 && voxel >> 6 < 6)),
    });
    const mask = createMask({ labels, styles: [{ label: 1, color: [1, 0, 0] }] });
    const surface = { volume: cube, transfer: opaque, mode: 'isosurface', isoValue: 100, mask } as const;
    for (const skip of [true, false]) {
      const pixels = await render(surface, cubeCamera, { skip });
      expectNear([...pixels.slice(middle, middle + 3)], litBy(1, [1, 0, 0]));
    }
    // In through one face and out through the other: each is met once.
    const isosurfaces = [{ value: 100, color: [1, 0, 0], opacity: 0.5 }] as const;
    const { pixels } = await new Renderer(gpu()).render(
      { ...surface, isosurfaces, background: 'transparent' },
      cubeCamera,
      SIZE,
    );
    expect(pixels[middle + 3]).toBe(Math.round(255 * 0.75));
  });
});
