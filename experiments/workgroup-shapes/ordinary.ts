/** Whether waiting and large workgroups pay in ordinary frames too: of a scan, with skipping and early termination. */
import {
  boundingSphere,
  type Camera,
  computeStatistics,
  corners,
  createShading,
  createTransferFunction,
  createVolume,
  findTransfer,
  fitCamera,
  orbit,
  parseShape,
  Renderer,
  type RenderOptions,
  type Volume,
  type VolumeScene,
  viewDirection,
} from 'tilecast';
import { openGpu, readVolumeFile } from 'tilecast/node';
import { geometricMean, median } from '../averages.js';

/** Voxels that each voxel of the scan becomes along each axis, so that caches do not hold it. */
const FACTOR = Number(process.env['FACTOR'] ?? 4);
const SIZE = Number(process.env['SIZE'] ?? 1024);
const ROUNDS = 7;
const OTHERS = ['+128', '+16', '32x32', '1x1024', '1024x1'] as const;

const [path = 'volumes/head-phantom.nrrd'] = process.argv.slice(2);
const gpu = await openGpu();
const scan = (await readVolumeFile(path)).volume;
const volume = enlarge(scan);
const renderer = new Renderer(gpu);
const cameras = listCameras();
for (const [name, look] of Object.entries(listLooks())) {
  for (const [how, options] of Object.entries({ ordinary: {}, all: { skip: false, earlyTermination: false } })) {
    const gains = await measure({ volume, ...look }, options);
    const cells = OTHERS.map((other) => {
      const of = gains.map((gain) => gain[other]!);
      return `${other} ${geometricMean(of).toFixed(3)} (${Math.min(...of).toFixed(2)} to ${Math.max(...of).toFixed(2)})`;
    });
    console.log([name, how === 'all' ? 'every sample' : 'ordinary', ...cells].join('; '));
  }
}
gpu.destroy();

/** The time of the shape that `auto` takes over that of the other, by viewpoint and other shape. */
async function measure(scene: VolumeScene, options: RenderOptions): Promise<Record<string, number>[]> {
  const gains: Record<string, number>[] = [];
  for (const camera of cameras) {
    const render = (shape: RenderOptions['shape']) =>
      renderer.render(scene, camera, {
        quality: 'plain',
        width: SIZE,
        height: SIZE,
        timestamps: true,
        ...options,
        shape: shape ?? 'auto',
      });
    const { workgroup } = (await render('auto')).stats;
    const shapes = [workgroup, ...OTHERS.map((other) => (other.startsWith('+') ? workgroup + other : other))];
    const times = shapes.map(() => [] as number[]);
    for (let round = -1; round < ROUNDS; round++) {
      for (let turn = 0; turn < shapes.length; turn++) {
        const index = (turn + Math.max(round, 0)) % shapes.length;
        const { stats } = await render(parseShape(shapes[index]!));
        if (round >= 0) times[index]!.push(stats.timesMs['cast'] ?? Number.NaN);
      }
    }
    const [taken, ...others] = times.map(median);
    gains.push(Object.fromEntries(OTHERS.map((other, index) => [other, taken! / others[index]!])));
  }
  return gains;
}

function listLooks(): Record<string, Omit<VolumeScene, 'volume'>> {
  const statistics = computeStatistics(scan);
  const preset = (name: string) => {
    const transfer = findTransfer(name).create({ statistics: () => statistics });
    return { transfer, ...(transfer.shading && { shading: createShading(transfer.shading) }) };
  };
  const everything = createTransferFunction({
    colors: [{ value: 0, color: [1, 1, 1] }],
    opacities: [{ value: 0, opacity: 0.0003 }],
  });
  return {
    bones: preset('CT-Bones'),
    vessels: preset('CT-Coronary-Arteries'),
    muscle: preset('CT-Muscle'),
    fog: { transfer: everything },
  };
}

/** The six along the axes, and two askew. */
function listCameras(): Camera[] {
  const sphere = boundingSphere(corners(volume));
  const views = (['a', 'b', 'c', 'd', 'e', 'f'] as const).map((view) =>
    fitCamera(sphere, viewDirection(view, volume.indexToWorld), { aspect: 1 }),
  );
  return [
    ...views,
    orbit(views[0]!, { azimuthDegrees: 35, elevationDegrees: 25, rollDegrees: 20 }),
    orbit(views[3]!, { azimuthDegrees: -30, elevationDegrees: 40, rollDegrees: 70 }),
  ];
}

/** Each voxel repeated. */
function enlarge({ sizes, voxels, indexToWorld, anatomical }: Volume): Volume {
  const [nx, ny, nz] = sizes.map((size) => size * FACTOR) as [number, number, number];
  const large = new Int16Array(nx * ny * nz);
  for (let row = 0; row < ny * nz; row++) {
    const y = Math.floor((row % ny) / FACTOR);
    const z = Math.floor(row / ny / FACTOR);
    const from = (z * sizes[1] + y) * sizes[0];
    for (let x = 0; x < nx; x++) large[row * nx + x] = voxels[from + Math.floor(x / FACTOR)]!;
  }
  const columns = indexToWorld.columns.map((column) => column.map((value) => value / FACTOR));
  return createVolume({
    sizes: [nx, ny, nz],
    voxels: large,
    indexToWorld: { columns: columns as unknown as Volume['indexToWorld']['columns'], origin: indexToWorld.origin },
    anatomical,
  });
}
