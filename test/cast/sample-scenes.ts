/** Volumes without any symmetry, cameras and transfer functions that the shader and its CPU reference are compared on. */
import { type Camera, createCamera } from '../../src/camera/camera.js';
import { fitCamera } from '../../src/camera/fit.js';
import { type ViewName, viewDirection } from '../../src/camera/views.js';
import type { Affine } from '../../src/math/affine.js';
import { boundingSphere } from '../../src/math/sphere.js';
import { mapVec3, scale, type Vec3 } from '../../src/math/vec3.js';
import { createTransferFunction } from '../../src/transfer/transfer-function.js';
import { corners, createVolume, type Volume, type VoxelArray } from '../../src/volume/volume.js';

export const GEOMETRIES = {
  unit: {
    columns: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    origin: [0, 0, 0],
  },
  anisotropic: {
    columns: [
      [0.7, 0, 0],
      [0, 0.4, 0],
      [0, 0, 1.9],
    ],
    origin: [120, -35, 7],
  },
  oblique: {
    columns: [
      [0.8, 0.3, -0.1],
      [-0.35, 0.9, 0.2],
      [0.3, -0.1, 1.2],
    ],
    origin: [-4, 11, 2],
  },
  'left-handed': {
    columns: [
      [-1, 0, 0],
      [0, 0, 0.8],
      [0, -1.1, 0],
    ].map((column) => column.map((x) => -x)) as unknown as Affine['columns'],
    origin: [3, 3, 3],
  },
} as const satisfies Record<string, Affine>;

/** Smooth, with a different trend along every axis, so that a swapped or mirrored axis shows; between 0 and 1. */
function trend(x: number, y: number, z: number): number {
  const waves = Math.sin(5 * x + 2 * y * y) * Math.cos(3 * z - x) * 0.25;
  return Math.min(1, Math.max(0, 0.15 + 0.45 * x * x + 0.25 * y + 0.1 * Math.sqrt(z) + waves));
}

const SIZES: Vec3 = [21, 14, 17];

/** A volume whose values fill `range`, in a fresh array of the given type. */
export function makeVolume(
  ArrayType: new (length: number) => VoxelArray,
  [low, high]: readonly [number, number],
  indexToWorld: Affine,
  sizes: Vec3 = SIZES,
): Volume {
  const [nx, ny, nz] = sizes;
  const voxels = new ArrayType(nx * ny * nz);
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        voxels[i + nx * (j + ny * k)] = low + (high - low) * trend(i / nx, j / ny, k / nz);
      }
    }
  }
  return createVolume({ sizes, voxels, indexToWorld });
}

/** The grid of a level of twice as many voxels along each axis. */
export function finerGrid({
  sizes,
  indexToWorld: { columns, origin },
}: Volume): Pick<Volume, 'sizes' | 'indexToWorld'> {
  const [i, j, k] = columns;
  return {
    sizes: mapVec3(sizes, (size) => 2 * size),
    indexToWorld: { columns: [scale(i, 0.5), scale(j, 0.5), scale(k, 0.5)], origin },
  };
}

/** Colours and opacities that differ all over `range`. */
export function makeTransfer([low, high]: readonly [number, number], opacity: number, unit?: number) {
  const at = (fraction: number) => low + (high - low) * fraction;
  return createTransferFunction({
    colors: [
      { value: at(0.1), color: [1, 0.1, 0] },
      { value: at(0.4), color: [0.1, 0.9, 0.2] },
      { value: at(0.75), color: [0.2, 0.3, 1] },
    ],
    opacities: [
      { value: at(0.2), opacity: 0 },
      { value: at(0.5), opacity },
      { value: at(0.6), opacity: opacity / 4 },
      { value: at(0.9), opacity: Math.min(1, opacity * 2) },
    ],
    ...(unit !== undefined && { unit }),
  });
}

export function cameraOf(
  volume: Volume,
  view: ViewName,
  projection: Camera['projection'],
  aspect: number,
  zoom = 1,
): Camera {
  const direction = viewDirection(view, volume.indexToWorld);
  return fitCamera(boundingSphere(corners(volume)), direction, { aspect, projection, zoom });
}

/** A camera off the axes, rolled, near enough for strong perspective. */
export function obliqueCamera(volume: Volume): Camera {
  const { center, radius } = boundingSphere(corners(volume));
  const eye: Vec3 = [center[0] + 1.1 * radius, center[1] - 0.8 * radius, center[2] + 0.6 * radius];
  return createCamera({ projection: 'perspective', eye, target: center, up: [0.2, 0.1, 1], fovDegrees: 70 });
}

/** A camera inside the volume. */
export function insideCamera(volume: Volume): Camera {
  const { center, radius } = boundingSphere(corners(volume));
  const eye: Vec3 = [center[0] + 0.1 * radius, center[1] + 0.05 * radius, center[2] - 0.1 * radius];
  return createCamera({ projection: 'perspective', eye, target: center, up: [0, 1, 0.3], fovDegrees: 90 });
}
