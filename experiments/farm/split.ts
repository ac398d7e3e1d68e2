/** Pictures of a volume in 2, 8 and 64 parts against the picture of the whole: largest differences, and what each part holds. */
import { writeFileSync } from 'node:fs';
import {
  boundingSphere,
  type Camera,
  compositeParts,
  corners,
  createCamera,
  createTransferFunction,
  createVolume,
  cropPartImage,
  cutPart,
  finishParts,
  fitCamera,
  orderCells,
  type PartImage,
  RENDER_MODES,
  Renderer,
  type RenderMode,
  reducesToValue,
  type Scene,
  splitCells,
  type Vec3,
  type VolumeScene,
  viewCells,
} from 'tilecast';
import { createTorus } from 'tilecast/lab';
import { openGpu } from 'tilecast/node';

const SIZE = { width: 40, height: 40 };
const SIZES: Vec3 = [48, 40, 44];
const PARTS = [2, 8, 64] as const;
const SPACINGS: Readonly<Record<string, Vec3>> = { isotropic: [1, 1, 1], anisotropic: [1, 0.6, 3] };

const gpu = await openGpu({ adapter: 'lavapipe' });
const transfer = createTransferFunction({
  colors: [
    { value: 0, color: [0.2, 0.3, 1] },
    { value: 1000, color: [1, 0.8, 0.3] },
  ],
  opacities: [
    { value: 200, opacity: 0 },
    { value: 450, opacity: 0.08 },
    { value: 1000, opacity: 0.3 },
  ],
});

/** Waves in a ball, which no axis has the same of. */
function makeVolume([x0, y0, z0]: Vec3) {
  const [width, height, depth] = SIZES;
  const voxels = Int16Array.from({ length: width * height * depth }, (_, index) => {
    const x = (index % width) / width - 0.5;
    const y = (Math.floor(index / width) % height) / height - 0.45;
    const z = Math.floor(index / (width * height)) / depth - 0.55;
    return 1000 * Math.max(0, 1 - 2 * Math.hypot(x, y, z)) * (1 + 0.5 * Math.sin(20 * x + 13 * y) * Math.cos(17 * z));
  });
  const columns = [
    [x0, 0, 0],
    [0, y0, 0],
    [0, 0, z0],
  ] as const;
  const indexToWorld = { columns, origin: [0, 0, 0] as const };
  return createVolume({ voxels, sizes: SIZES, indexToWorld });
}

const rows: object[] = [];
for (const [geometry, spacings] of Object.entries(SPACINGS)) {
  const volume = makeVolume(spacings);
  const sphere = boundingSphere(corners(volume));
  const [x, y, z] = sphere.center;
  const perspective = fitCamera(sphere, { forward: [0.5, 0.7, -0.5], up: [0, 0, 1] }, { aspect: 1 });
  const { eye, target, up } = perspective;
  const cameras: Readonly<Record<string, Camera>> = {
    perspective,
    orthographic: createCamera({ projection: 'orthographic', eye, target, up, height: 2 * sphere.radius }),
    inside: createCamera({
      projection: 'perspective',
      eye: [x + 3, y - 2, z + 4],
      target: [0, 0, 0],
      up,
      fovDegrees: 80,
    }),
  };
  const radius = 0.45 * sphere.radius;
  const mesh = createTorus({ majorRadius: radius, minorRadius: radius / 3, majorSegments: 40, minorSegments: 20 });
  const transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
  for (const mode of RENDER_MODES) {
    const scene: VolumeScene = {
      volume,
      transfer,
      mode,
      background: [0, 0, 0],
      ...(mode === 'isosurface' && { isoValue: 450 }),
    };
    const meshed = { ...scene, meshes: [{ mesh, transform }] };
    for (const [view, camera] of Object.entries(cameras)) {
      rows.push({ geometry, mode, view, mesh: false, ...(await compare(scene, camera, mode)) });
      if (mode === 'composite' || mode === 'isosurface') {
        rows.push({ geometry, mode, view, mesh: true, ...(await compare(meshed, camera, mode)) });
      }
      process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
    }
  }
}
const held = PARTS.map((count) => {
  const volume = makeVolume([1, 1, 1]);
  const whole = volume.voxels.byteLength;
  const cells = orderCells(splitCells(SIZES, count), { forward: [1, 1, 1] });
  const largest = Math.max(...cells.map((cell) => cutPart(volume, cell, { step: 1 }).volume.voxels.byteLength));
  return { parts: count, wholeBytes: whole, largestPartBytes: largest };
});
writeFileSync(
  new URL('results-split.json', import.meta.url),
  `${JSON.stringify({ size: SIZE, sizes: SIZES, adapter: gpu.adapterName, rows, held }, undefined, 1)}\n`,
);
gpu.destroy();

/** Largest difference of any channel of any pixel, in steps of 1/255, for each number of parts. */
async function compare(scene: Scene & VolumeScene, camera: Camera, mode: RenderMode) {
  const renderer = new Renderer(gpu);
  const settings = { ...SIZE, quality: 'plain' as const, allowDownsample: false };
  const { pixels: whole } = await renderer.render(scene, camera, settings);
  const differences: Record<string, number> = {};
  for (const count of PARTS) {
    const images: PartImage[] = [];
    for (const cell of orderCells(splitCells(SIZES, count), viewCells(camera, scene.volume))) {
      const part = { ...scene, ...cutPart(scene.volume, cell, { step: 1 }), background: 'transparent' as const };
      const frame = reducesToValue(mode)
        ? await renderer.render(part, camera, { ...settings, outputs: ['color', 'values'] })
        : await renderer.render(part, camera, { ...settings, outputs: ['color'] });
      images.push(cropPartImage(frame));
    }
    const pixels = finishParts(compositeParts(images, mode), { mode, transfer, background: [0, 0, 0] });
    differences[count] = whole.reduce((most, value, index) => Math.max(most, Math.abs(value - pixels[index]!)), 0);
  }
  renderer.destroy();
  return { shades: new Set(whole).size, differences };
}
