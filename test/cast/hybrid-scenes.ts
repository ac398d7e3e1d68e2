/** Meshes that are placed in the volumes of sample-scenes.ts, and rays that meet both. */
import { createCamera } from '../../src/camera/camera.js';
import type { MeshScene, PosedMesh, VolumeScene } from '../../src/cast/scene.js';
import { transformPoint } from '../../src/math/affine.js';
import { boundingSphere } from '../../src/math/sphere.js';
import { scale, type Vec3 } from '../../src/math/vec3.js';
import { createGrid, createIcosphere, createTorus } from '../../src/mesh/generators/create-basic-meshes.js';
import { createRandom } from '../../src/mesh/generators/random.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { transformMesh } from '../../src/mesh/transform-mesh.js';
import { createShading } from '../../src/transfer/light/shading.js';
import type { RenderMode } from '../../src/transfer/mode.js';
import { createXrayTransfer, largestLineIntegral } from '../../src/transfer/xray.js';
import { corners, type Volume } from '../../src/volume/volume.js';
import { GEOMETRIES, makeTransfer, makeVolume } from './sample-scenes.js';

export type HybridScene = VolumeScene & MeshScene;

export const RANGE = [-200, 800] as const;
export const ISO_VALUE = 260;
export const volume = makeVolume(Int16Array, RANGE, GEOMETRIES.oblique);
export const transfer = makeTransfer(RANGE, 0.15);

/** A mode, and colours for what it shows: of integrals, up to a multiple of the largest along an axis. */
export const lookOf = (mode: RenderMode, multiple = 2) => ({
  mode,
  transfer: mode === 'xray' ? createXrayTransfer([0, multiple * largestLineIntegral(volume)]) : transfer,
});

export const TORUS = createTorus({ majorSegments: 20, minorSegments: 10, majorRadius: 0.75, minorRadius: 0.3 });
export const SPHERE = createIcosphere({ subdivisions: 2 });
/** A sheet at right angles to the third axis. */
export const SHEET = createGrid({ columns: 3, rows: 2 });

/** Takes a mesh about zero into a volume's grid: to a centre, in shares of the sizes, with a share of them as its unit. */
export function placeMesh(mesh: Mesh, { indexToWorld, sizes }: Volume, center: Vec3, unit: number): Mesh {
  const columns = indexToWorld.columns.map((column, axis) => scale(column, sizes[axis]! * unit));
  const middle = center.map((share, axis) => share * sizes[axis]! - 0.5) as unknown as Vec3;
  return transformMesh(mesh, { columns: columns as never, origin: transformPoint(indexToWorld, middle) });
}

/** An opaque ring and a translucent ball, whose halves reach into each other and out of the volume. */
export const ringAndBall = (within: Volume): PosedMesh[] => [
  { mesh: placeMesh(TORUS, within, [0.45, 0.5, 0.6], 0.42), color: [0.9, 0.7, 0.2] },
  { mesh: placeMesh(SPHERE, within, [0.6, 0.45, 0.35], 0.48), color: [0.3, 0.6, 1], opacity: 0.35 },
];

/** A volume, meshes, a camera and looks that a seed stands for. */
export function randomHybrid(seed: number) {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const point = (): Vec3 => [random(), random(), random()];
  const within = makeVolume(pick([Uint8Array, Int16Array, Float32Array]), [0, 100], pick(Object.values(GEOMETRIES)));
  const meshes = Array.from({ length: 1 + Math.floor(4 * random()) }, (): PosedMesh => {
    const mesh = placeMesh(pick([TORUS, SPHERE, SHEET]), within, point(), 0.2 + 0.5 * random());
    return { mesh, color: point(), opacity: pick([1, 0.8, 0.5, 0.2]) };
  });
  const mode: RenderMode = pick(['composite', 'composite', 'isosurface', 'mip', 'average']);
  const scene: HybridScene = {
    volume: within,
    transfer: makeTransfer([0, 100], pick([0.05, 0.2, 0.6])),
    mode,
    isoValue: 30 + 30 * random(),
    meshes,
    cull: pick(['none', 'none', 'back']),
    smooth: random() < 0.5,
    shadows: random() < 0.5,
    background: pick([point(), 'transparent']),
    ...(random() < 0.5 && { shading: createShading({ light: point() }) }),
  };
  const { center, radius } = boundingSphere(corners(within));
  const eye = center.map((x) => x + pick([0.6, 1.5, 3]) * radius * (2 * random() - 1)) as unknown as Vec3;
  const pose = { eye, target: center, up: point() };
  const camera = createCamera(
    random() < 0.5
      ? { ...pose, projection: 'orthographic', height: 1.5 * radius }
      : { ...pose, projection: 'perspective', fovDegrees: 60 },
  );
  const options = {
    variant: pick(['quads', 'batches'] as const),
    step: pick([0.6, 1, 1.7]),
    samplesPerPixel: pick([1, 1, 2]),
    jitter: pick([undefined, seed]),
    earlyTermination: random() < 0.7,
  };
  return { scene, camera, options };
}
