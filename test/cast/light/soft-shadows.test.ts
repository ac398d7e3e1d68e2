/** Soft shadows: as wide as the light and its distance say, and sharp shadows beyond. */
import { describe, expect, it } from 'vitest';
import { cameraBasis, createCamera } from '../../../src/camera/camera.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { MeshScene, SoftShadows } from '../../../src/cast/scene.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { shadowDirections } from '../../../src/reference/mesh/soft-shadow.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { useTestGpu } from '../../open-test-gpu.js';

const gpu = useTestGpu();

const square = (x0: number, x1: number, z: number) =>
  createMesh({
    positions: Float32Array.of(x0, -9, z, x1, -9, z, x1, 9, z, x0, 9, z),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  });
const HEIGHT = 2;
/** A half-plane over a floor, whose edge is above x = 0, seen from below it. */
const scene: MeshScene = {
  meshes: [{ mesh: square(-9, 9, 0) }, { mesh: square(-9, 0, HEIGHT) }],
  shading: createShading({ light: [0, 0, 1], ambient: 0, diffuse: 1, specular: 0 }),
  meshColor: [1, 1, 1],
  shadows: true,
};
const WIDTH = 64;
/** Eight world units from left to right, along the floor. */
const camera = createCamera({
  projection: 'orthographic',
  eye: [0, -0.2, 1.5],
  target: [0, 0, 0],
  up: [0, 0, 1],
  height: 8 / WIDTH,
});

async function brightnessAlong(softShadows: SoftShadows | undefined, seed?: number): Promise<number[]> {
  const renderer = new Renderer(gpu());
  const options = { width: WIDTH, height: 1, jitter: seed, samplesPerPixel: 4 };
  const { pixels } = await renderer.render({ ...scene, softShadows }, camera, options);
  renderer.destroy();
  return Array.from({ length: WIDTH }, (_, x) => pixels[4 * x]!);
}

describe('the shadow of an edge', () => {
  const angleDegrees = 30;
  const half = HEIGHT * Math.tan((angleDegrees * Math.PI) / 360);
  const placeOf = (x: number) => (8 * (x + 0.5)) / WIDTH - 4;

  it('is as wide as the light’s disk, half way where a sharp one ends, and sharp beyond', async () => {
    const [soft, sharp] = [await brightnessAlong({ angleDegrees, rays: 64 }), await brightnessAlong(undefined)];
    for (const [x, brightness] of soft.entries()) {
      const place = placeOf(x);
      if (Math.abs(place) > half + 8 / WIDTH) expect(brightness).toBe(sharp[x]);
      // The share of a disk on one side of a line.
      const s = Math.min(Math.max(place / half, -1), 1);
      const share = 0.5 + (s * Math.sqrt(1 - s * s) + Math.asin(s)) / Math.PI;
      expect(Math.abs(brightness / 255 - share), `at ${place}`).toBeLessThan(0.06);
    }
    expect(new Set(sharp).size).toBeLessThan(4);
  });

  it('is the same on each run, with another grain for another seed', async () => {
    const small = { angleDegrees, rays: 4 };
    const first = await brightnessAlong(small);
    expect(await brightnessAlong(small)).toEqual(first);
    expect(await brightnessAlong(small, 7)).not.toEqual(first);
  });

  it('needs an angle and rays that there can be', async () => {
    for (const softShadows of [{ angleDegrees: 0 }, { angleDegrees: 61 }, { angleDegrees: 5, rays: 0 }]) {
      await expect(brightnessAlong(softShadows)).rejects.toThrow(/a light's angle must be|soft shadows take/);
    }
  });
});

it('sends rays to points that are evenly spread over a disk about the light', () => {
  const toLight = [0.48, 0.6, -0.64] as const;
  const directions = shadowDirections(toLight, { angleDegrees: 40, rays: 100 }, 0.3, cameraBasis(camera));
  const cosines = directions.map((direction) => direction.reduce((sum, part, axis) => sum + part * toLight[axis]!, 0));
  const limit = Math.cos((20 * Math.PI) / 180);
  expect(Math.min(...cosines)).toBeGreaterThan(limit);
  const inner = Math.cos(Math.atan(Math.tan((20 * Math.PI) / 180) / Math.SQRT2));
  expect(cosines.filter((cosine) => cosine > inner)).toHaveLength(50);
  for (const axis of [0, 1, 2]) {
    const mean = directions.reduce((sum, direction) => sum + direction[axis]!, 0) / 100;
    expect(Math.abs(mean - toLight[axis]! * (cosines.reduce((a, b) => a + b) / 100))).toBeLessThan(0.02);
  }
});
