/** Three media and three scenes with surfaces, which are denoised in different ways. */
import {
  type Camera,
  computeStatistics,
  createEnvironmentMap,
  createTransferFunction,
  createVolume,
  findTransfer,
  type Mesh,
  type Scene,
  type Volume,
} from 'tilecast';
import { createChessboard } from 'tilecast/lab';
import { readMeshFile, readVolumeFile } from 'tilecast/node';

export interface DenoisedScene {
  readonly name: string;
  readonly scene: Scene;
  readonly camera?: Camera;
}

const ABOVE_BOARD = {
  projection: 'perspective',
  eye: [-3.2, -8.5, 4.4],
  target: [0.2, -0.8, 0],
  up: [0, 0, 1],
  fovDegrees: 38,
} as const satisfies Camera;

export async function loadScenes(): Promise<readonly DenoisedScene[]> {
  const { volume: head } = await readVolumeFile('volumes/head-phantom.nrrd');
  const { mesh: knot } = await readMeshFile('volumes/knot.ply');
  const statistics = computeStatistics(head);
  const named = (name: string) => findTransfer(name).create({ statistics: () => statistics });
  const cloud = createCloud(64);
  return [
    { name: 'fog', scene: { volume: cloud, transfer: createFog(0.06) } },
    { name: 'cloud under a sun', scene: { volume: cloud, transfer: createFog(0.6), environment: createSun() } },
    { name: 'tissue', scene: { volume: head, transfer: named('CT-Soft-Tissue') } },
    { name: 'bone', scene: { volume: head, transfer: named('CT-Bone') } },
    { name: 'chessboard', scene: { meshes: [{ mesh: createChessboard() }] }, camera: ABOVE_BOARD },
    {
      name: 'muscle and a knot',
      scene: {
        volume: head,
        transfer: named('CT-Muscle'),
        meshes: [{ mesh: besides(knot, head), color: [0.9, 0.6, 0.2], opacity: 0.6 }],
      },
    },
  ];
}

/** A knot as large as half a head, in its middle. */
function besides(knot: Mesh, { sizes, indexToWorld: { columns, origin } }: Volume): Mesh {
  const middle = [0, 1, 2].map((axis) =>
    columns.reduce((sum, column, index) => sum + (column[axis]! * (sizes[index]! - 1)) / 2, origin[axis]!),
  );
  const width = Math.hypot(...columns[0]) * sizes[0];
  const ends = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < knot.positions.length; at += 3) {
      low = Math.min(low, knot.positions[at]!);
      high = Math.max(high, knot.positions[at]!);
    }
    return [low, high] as const;
  });
  const size = Math.max(...ends.map(([low, high]) => high - low));
  const positions = knot.positions.map((value, at) => {
    const [low, high] = ends[at % 3]!;
    return middle[at % 3]! + ((value - (low + high) / 2) / size) * 1.1 * width;
  });
  return { ...knot, positions };
}

/** A ball of waves, dense within and thin without. */
function createCloud(side: number): Volume {
  const voxels = new Float32Array(side ** 3);
  for (let at = 0; at < voxels.length; at++) {
    const [x, y, z] = [at % side, Math.floor(at / side) % side, Math.floor(at / side ** 2)].map(
      (index) => (2 * (index! + 0.5)) / side - 1,
    ) as [number, number, number];
    const waves = Math.sin(7 * x + 2 * z) * Math.sin(6 * y - 3 * x) * Math.sin(8 * z + y);
    voxels[at] = Math.min(1, Math.max(0, 2.4 * (0.75 - Math.hypot(x, y, z)) + 0.5 * waves));
  }
  return createVolume({ voxels, sizes: [side, side, side] });
}

const createFog = (opacity: number) =>
  createTransferFunction({
    colors: [
      { value: 0, color: [0.95, 0.97, 1] },
      { value: 0.5, color: [0.95, 0.85, 0.7] },
      { value: 1, color: [0.9, 0.5, 0.4] },
    ],
    opacities: [
      { value: 0.05, opacity: 0 },
      { value: 1, opacity },
    ],
  });

/** A small bright sun at the upper left, in a blue sky. */
function createSun() {
  const [width, height] = [64, 32];
  const colors = new Float32Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const isSun = row >= 7 && row < 9 && column >= 8 && column < 10;
      colors.set(isSun ? [180, 160, 120] : [0.3, 0.4, 0.55 - 0.3 * (row / height)], 3 * (row * width + column));
    }
  }
  return createEnvironmentMap({ width, height, colors });
}
