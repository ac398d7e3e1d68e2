/** Holds a frame of the GPU to the float64 CPU reference's: at most 2/255 apart in any channel of any pixel. */
import { expect } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import type { Frame } from '../../src/cast/frame.js';
import { Renderer } from '../../src/cast/renderer.js';
import type { EvenBackground, PosedMesh, Scene } from '../../src/cast/scene.js';
import type { RenderOptions } from '../../src/cast/settings.js';
import type { OutputName } from '../../src/cast/target/outputs.js';
import type { Gpu } from '../../src/gpu/gpu.js';
import { createMesh } from '../../src/mesh/mesh.js';
import { castScene, type SceneImage } from '../../src/reference/cast-scene.js';
import { markJumps } from './mark-jumps.js';

const MAX_DIFFERENCE = 2;
/** Share of the pixels where float32 may see another order: nothing can be compared there. */
const MAX_AMBIGUOUS_SHARE = 0.01;

/** No multiples of any tile. */
export const WIDTH = 45;
export const HEIGHT = 38;

/** The CPU reference's picture of a scene; with mirrors, ambient occlusion or masks, ambiguous also where `markJumps` says so. */
export function castReference(scene: Scene, camera: Camera, options: RenderOptions = {}): SceneImage {
  const { step, earlyTermination, jitter, samplesPerPixel, quality } = options;
  const castFrom = (from: Camera) =>
    castScene({
      ...scene,
      ...('meshes' in scene && { meshes: scene.meshes.map(toPlace) }),
      camera: from,
      width: WIDTH,
      height: HEIGHT,
      background: (scene.background as EvenBackground | undefined) ?? [0, 0, 0],
      ...(step !== undefined && { stepVoxels: step }),
      ...(earlyTermination !== undefined && { earlyTermination }),
      ...(jitter !== undefined && { jitter }),
      ...(samplesPerPixel !== undefined && { samplesPerPixel }),
      refined: quality === 'fine',
    });
  const image = castFrom(camera);
  const goesOn =
    'meshes' in scene && (scene.ambientOcclusion || scene.meshes.some(({ reflectivity = 0 }) => reflectivity > 0));
  const hasMasks =
    'meshes' in scene &&
    scene.meshes.some(({ mesh }) => mesh.materials?.list.some(({ opacityMode }) => opacityMode === 'mask'));
  if (goesOn || hasMasks) markJumps(image, camera, castFrom);
  return image;
}

/** Gives it the positions that it has in the frame as its own. */
function toPlace({ mesh, positions, ...style }: PosedMesh) {
  const isMoved = positions instanceof Float32Array;
  return { ...style, mesh: isMoved ? createMesh({ ...mesh, positions, normals: undefined }) : mesh };
}

/**
 * How GPUs sample pictures in which the 8-bit weights of their filters would show, of surfaces and their normals among random
 * voxels, or the last bits of 16-bit integers, which as two bytes are rounded for all their range.
 */
export const exactOnGpus = ({ traits }: Pick<Gpu, 'traits'>): Pick<RenderOptions, 'filter' | 'sampling'> =>
  traits.kind === 'gpu' ? { filter: 'exact', sampling: { words: 'r32float' } } : {};

const showsSurfaces = (scene: Scene): boolean =>
  'volume' in scene && (scene.mode === 'isosurface' || scene.shading !== undefined);

export async function expectLikeReference(
  gpu: Gpu,
  scene: Scene,
  camera: Camera,
  options: RenderOptions = {},
): Promise<{ frame: Frame<OutputName>; reference: SceneImage }> {
  const renderer = new Renderer(gpu);
  const frame = await renderer.render(scene, camera, {
    width: WIDTH,
    height: HEIGHT,
    quality: 'plain',
    ...(showsSurfaces(scene) && exactOnGpus(gpu)),
    ...options,
  });
  renderer.destroy();
  const reference = castReference(scene, camera, options);
  expectSamePicture(frame, reference);
  return { frame, reference };
}

/** Compares as far as float32 can tell. */
export function expectSamePicture(frame: Pick<Frame, 'pixels' | 'width' | 'height'>, reference: SceneImage): void {
  let largest = 0;
  let worst = '';
  for (const [index, value] of frame.pixels.entries()) {
    const pixel = Math.floor(index / 4);
    const difference = Math.abs(value - reference.pixels[index]!);
    if (difference <= largest || reference.ambiguous[pixel]) continue;
    largest = difference;
    worst = `channel ${index % 4} of pixel (${pixel % WIDTH}, ${Math.floor(pixel / WIDTH)})`;
  }
  expect(new Set(reference.pixels).size, 'the picture must show something').toBeGreaterThan(20);
  const ambiguous = reference.ambiguous.reduce((count, flag) => count + flag, 0);
  expect(ambiguous, 'pixels where the order is ambiguous').toBeLessThanOrEqual(MAX_AMBIGUOUS_SHARE * WIDTH * HEIGHT);
  expect(largest, worst).toBeLessThanOrEqual(MAX_DIFFERENCE);
}
