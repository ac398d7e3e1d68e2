/** The steps that neighbouring pixels make through the volume, against cases worked out by hand and the CPU reference's samples. */
import { describe, expect, it } from 'vitest';
import { type Camera, createCamera, rayThroughPixel } from '../../src/camera/camera.js';
import { transformPoint, transformVector } from '../../src/math/affine.js';
import { normalize, scale, subtract, type Vec3 } from '../../src/math/vec3.js';
import { sampleRay } from '../../src/reference/volume/samples/sample-ray.js';
import { measurePixelSteps } from '../../src/shapes/pixel-steps.js';
import { createIndexRays, type ShapeView } from '../../src/shapes/shape-view.js';
import { createVolume, worldToIndex } from '../../src/volume/volume.js';
import { expectClose } from '../camera/closeness.js';
import { between, createRandom, randomAxes, randomDirection, randomPoint } from '../camera/random.js';
import { axisView, gridOf, viewAlong } from './views.js';

describe('createIndexRays', () => {
  it('are the rays of the camera, in index space', () => {
    for (let seed = 7100; seed < 7200; seed++) {
      const random = createRandom(seed);
      const indexToWorld = randomAxes(random, seed % 2 ? 1 : -1);
      const volume = createVolume({ sizes: [3, 4, 5], voxels: new Uint8Array(60), indexToWorld });
      const pose = {
        eye: randomPoint(random, -9, 9),
        target: randomPoint(random, 10, 20),
        up: randomDirection(random),
      };
      const camera: Camera =
        seed % 3
          ? { projection: 'perspective', ...pose, fovDegrees: between(random, 5, 120) }
          : { projection: 'orthographic', ...pose, height: between(random, 1, 30) };
      const image = { width: 31, height: 20 };
      const rayAt = createIndexRays({ camera: createCamera(camera), volume, image });
      for (const [x, y] of [
        [0, 0],
        [30, 19],
        [12.25, -3],
      ] as const) {
        const world = rayThroughPixel(camera, image, x, y);
        const ray = rayAt(x, y);
        expectClose(ray.origin, transformPoint(worldToIndex(volume), world.origin), 1000);
        expectClose(ray.direction, transformVector(worldToIndex(volume), world.direction), 100);
      }
    }
  });
});

describe('measurePixelSteps', () => {
  it('are along one voxel axis each in the six viewpoints of parallel rays, as long as a pixel is', () => {
    // Fitted to the sphere about the cube: 64 pixels are its diameter, √3 · 64 voxels.
    const voxels = Math.sqrt(3);
    const steps = measurePixelSteps(axisView('c', { projection: 'orthographic' }))!;
    expectClose(steps.right, [0, voxels, 0], 64);
    expectClose(steps.down, [0, 0, voxels], 64);
    const other = measurePixelSteps(axisView('d', { projection: 'orthographic' }))!;
    expectClose(other.right, [0, 0, voxels], 64);
    expectClose(other.down, [voxels, 0, 0], 64);
  });

  it('weigh unequal spacings: fewer voxels are passed where they are longer', () => {
    const indexToWorld = gridOf(1, 0.5, 4);
    const { right, down } = measurePixelSteps(axisView('c', { indexToWorld, projection: 'orthographic' }))!;
    expect(right[1] / down[2]).toBeCloseTo(8, 12);
  });

  it('stay in planes parallel to the face that rays enter by, however obliquely they do', () => {
    // Leaning over from view a towards x by 30 degrees: of a small field, all rays enter by a z face.
    const forward = normalize([0.5, 0, -Math.sqrt(3) / 2]);
    const wide = viewAlong({ forward, up: [0, 1, 0] }, { sizes: [256, 64, 32], projection: 'orthographic' });
    const view: ShapeView = { ...wide, camera: { ...wide.camera, projection: 'orthographic', height: 16 } };
    const { right, down } = measurePixelSteps(view)!;
    const pixel = 16 / 64;
    expectClose(right, [pixel / Math.cos(Math.PI / 6), 0, 0], 64);
    expectClose(down, [0, pixel, 0], 64);
  });

  it('grow with the depth at which perspective rays are met', () => {
    const sizes: Vec3 = [64, 64, 64];
    const from = (distance: number): ShapeView => ({
      camera: {
        projection: 'perspective',
        eye: [31.5, 31.5, distance],
        target: [31.5, 31.5, 0],
        up: [0, 1, 0],
        fovDegrees: 4,
      },
      volume: { sizes, indexToWorld: gridOf(1, 1, 1) },
      image: { width: 16, height: 16 },
    });
    const pixelAt = (depth: number) => (2 * Math.tan((2 * Math.PI) / 180) * depth) / 16;
    // The middle of the volume is at z = 31.5.
    expect(measurePixelSteps(from(200))!.right[0]).toBeCloseTo(pixelAt(200 - 31.5), 3);
    expect(measurePixelSteps(from(400))!.right[0]).toBeCloseTo(pixelAt(400 - 31.5), 3);
  });

  it('are between samples of the same number, as the CPU reference takes them', () => {
    for (let seed = 7200; seed < 7220; seed++) {
      const random = createRandom(seed);
      const indexToWorld = randomAxes(random, 1);
      const volume = createVolume({ sizes: [40, 40, 40], voxels: new Uint8Array(64000), indexToWorld });
      const centre = transformPoint(indexToWorld, [19.5, 19.5, 19.5]);
      const forward = randomDirection(random);
      const camera = createCamera({
        projection: 'perspective',
        eye: subtract(centre, scale(forward, 900)),
        target: centre,
        up: randomDirection(random),
        // So narrow that all rays are nearly the middle one.
        fovDegrees: 0.01,
      });
      const image = { width: 8, height: 8 };
      const { right, down } = measurePixelSteps({ camera, volume, image })!;
      const samplesAt = (x: number, y: number) => [...sampleRay(volume, rayThroughPixel(camera, image, x, y), 0.01)];
      const here = samplesAt(4, 4);
      const middle = here.length >> 1;
      for (const [step, there] of [
        [right, samplesAt(5, 4)],
        [down, samplesAt(4, 5)],
      ] as const) {
        const between = subtract(there[middle]!.positionIndex, here[middle]!.positionIndex);
        for (const axis of [0, 1, 2]) {
          const error = Math.abs(Math.abs(between[axis]!) - step[axis]!);
          expect(error, `seed ${seed}`).toBeLessThan(0.02 * Math.hypot(...step));
        }
      }
    }
  });

  it('look at what the volume covers of the image, be it little', () => {
    const view = axisView('a');
    const far = { ...view, camera: { ...view.camera, fovDegrees: 150 } as Camera };
    expect(measurePixelSteps(far)).toBeDefined();
  });

  it('are there from inside the volume, and are not where it is not seen', () => {
    const view = axisView('a');
    const inside: Camera = {
      projection: 'perspective',
      eye: [30, 30, 30],
      target: [30, 30, 0],
      up: [0, 1, 0],
      fovDegrees: 60,
    };
    expect(measurePixelSteps({ ...view, camera: inside })).toBeDefined();
    const away: Camera = { ...inside, eye: [30, 30, 300], target: [30, 30, 400] };
    expect(measurePixelSteps({ ...view, camera: away })).toBeUndefined();
  });
});
