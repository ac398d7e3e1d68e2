/** Casts a volume, meshes, or both to an image on the CPU in float64: what wgsl/cast computes, plain and slow. */

import { type Camera, cameraBasis, type Ray, rayThroughPixel } from '../camera/camera.js';
import { BLUE_NOISE_SIZE, createBlueNoise } from '../math/blue-noise.js';
import { subpixelOffsets } from '../math/subpixels.js';
import { addScaled, dot, scale, type Vec3 } from '../math/vec3.js';
import { OPAQUE } from '../transfer/mode.js';
import { takeOutMissing } from '../volume/missing.js';
import { smallestSpacing } from '../volume/volume.js';
import { withDefaults } from '../with-defaults.js';
import { compositeSamples, type Layer } from './composite.js';
import { type FirstSurface, findSurface } from './find-surface.js';
import { createFusedLayers } from './fused/fused-layers.js';
import { compositeThrough } from './fused/seen-through.js';
import { createVolumeLight, type VolumeLight } from './light/volume-light.js';
import { toWorldShading } from './light/world-shading.js';
import { type FaceHit, findHits } from './mesh/find-hits.js';
import { type Face, listFaces } from './mesh/mesh-faces.js';
import { createShowSurface } from './mesh/show-surface.js';
import { materialOpacityOf, meetSurface } from './mesh/surface-hit.js';
import { isOrderAmbiguous, orderLayers, type PlacedLayer } from './order-layers.js';
import { checkOptions, SCENE_DEFAULTS, type SceneOptions, type SceneSettings } from './scene-options.js';
import { createEvenSteps } from './volume/samples/even-steps.js';
import { createEntries, createVisibility } from './volume/samples/find-entries.js';
import { createStyleLookup, keepSamples } from './volume/samples/keep-samples.js';
import { createSamplePlacement, type PlacedSample } from './volume/samples/place-samples.js';
import { sampleGrid } from './volume/samples/sample-grid.js';
import { stepUnits } from './volume/volume-appearance.js';
import { createVolumeLayers } from './volume/volume-layers.js';

export interface SceneImage {
  /** 4 bytes per pixel, rows from the top. */
  readonly pixels: Uint8Array;
  /** `pixels` before quantisation, between 0 and 1. */
  readonly colors: Float64Array;
  /** The nearest triangle at each pixel's centre, counted through all meshes, or `NO_TRIANGLE`. */
  readonly ids: Uint32Array;
  /** World distance to it along the ray, or Infinity. */
  readonly depths: Float64Array;
  /** Rays that hit a triangle. */
  readonly hitCount: number;
  /** Triangles without area, or with a vertex that does not exist or is not finite. */
  readonly trianglesSkipped: number;
  /** Samples that were neither left out nor behind the end of their ray. */
  readonly sampleCount: number;
  /** Present with `surfaceOpacity`, per pixel: what its first ray meets first. */
  readonly surfaces: readonly FirstSurface[];
  /** Per pixel, 1 where float32 may see what one of its rays meets in another order. */
  readonly ambiguous: Uint8Array;
}

export const NO_TRIANGLE = 0xffffffff;

/** @throws InputError if an option is out of range or the isosurface has no value. */
export function castScene(options: SceneOptions): SceneImage {
  const settings = inWorldLight(withoutMissing(withDefaults(SCENE_DEFAULTS, options)));
  checkOptions(settings);
  const volumeLight = createVolumeLight(settings);
  const { meshes, camera, width, height, background, samplesPerPixel, earlyTermination, surfaceOpacity, fusedDepth } =
    settings;
  const maxOpacity = earlyTermination ? OPAQUE : Infinity;
  const styleAt = settings.mask && createStyleLookup(settings.mask);
  const faces = listFaces(meshes, settings);
  const listVolumeLayers = createVolumeCaster(settings, volumeLight);
  const listSurfaceLayers = createSurfaceCaster(settings, faces, volumeLight);
  const seeHits = createHitFilter(settings);

  const ids = new Uint32Array(width * height).fill(NO_TRIANGLE);
  const depths = new Float64Array(width * height).fill(Infinity);
  const ambiguous = new Uint8Array(width * height);
  const surfaces: FirstSurface[] = [];
  const means = Array.from(ids, (): Layer => ({ color: [0, 0, 0], opacity: 0 }));
  let [hitCount, sampleCount] = [0, 0];
  for (const [index, [right, up]] of subpixelOffsets(samplesPerPixel).entries()) {
    const rays = Array.from(ids, (_, pixel) =>
      rayThroughPixel(camera, { width, height }, (pixel % width) + right, Math.floor(pixel / width) - up),
    );
    for (const [pixel, found] of findHits(faces, rays, settings).entries()) {
      const ray = rays[pixel]!;
      const hits = seeHits(found, ray);
      let volumeLayers = listVolumeLayers(ray, pixel);
      const nearest = hits[0];
      if (nearest) {
        hitCount++;
        if (index === 0) [ids[pixel], depths[pixel]] = [nearest.face.id, nearest.t];
        const all = [...volumeLayers];
        if (isOrderAmbiguous(all, hits)) ambiguous[pixel] = 1;
        volumeLayers = all;
      }
      if (index === 0 && surfaceOpacity !== undefined) {
        const all = [...volumeLayers];
        const ordered = orderLayers(all, listSurfaceLayers(ray, hits, pixel, index));
        surfaces.push(findSurface(ordered, hits, ray, { ...settings, styleAt, surfaceOpacity }));
        volumeLayers = all;
      }
      const layerOf = (layer: PlacedLayer) => {
        sampleCount += layer.sampleCount;
        return layer;
      };
      const ordered = orderLayers(volumeLayers, listSurfaceLayers(ray, hits, pixel, index));
      const met = fusedDepth
        ? compositeThrough(ordered, layerOf, fusedDepth, maxOpacity)
        : compositeSamples(ordered, layerOf, maxOpacity);
      means[pixel] = addShare(means[pixel]!, met, 1 / samplesPerPixel);
    }
  }
  const colors = Float64Array.from(means.flatMap((mean) => blend(mean, background)));
  return {
    pixels: Uint8Array.from(colors, (value) => Math.round(255 * value)),
    colors,
    ids,
    depths,
    hitCount,
    trianglesSkipped: meshes.reduce((count, { mesh }) => count + mesh.triangles.length / 3, 0) - faces.length,
    sampleCount,
    surfaces,
    ambiguous,
  };
}

/** NaN is nothing: samples nearest to such voxels are left out. */
function withoutMissing(settings: SceneSettings): SceneSettings {
  if (!settings.volume) return settings;
  const { volume, mask } = takeOutMissing(settings.volume, settings.mask);
  return { ...settings, volume, ...(mask && { mask }) };
}

/** Lights that the camera carries are where it has them. */
function inWorldLight(settings: SceneSettings): SceneSettings {
  const { shading, meshShading, camera } = settings;
  return {
    ...settings,
    ...(shading && { shading: toWorldShading(shading, camera) }),
    ...(meshShading && { meshShading: toWorldShading(meshShading, camera) }),
  };
}

type VolumeCaster = (ray: Ray, pixel: number) => Iterable<PlacedLayer>;

/** The layers of the volume, if there is one, that a pixel’s ray shows. */
function createVolumeCaster(settings: SceneSettings, volumeLight: VolumeLight | undefined): VolumeCaster {
  const { volume, transfer, width, stepVoxels, clip, mask, mode, jitter } = settings;
  if (!volume || !transfer) return () => [];
  const styleAt = mask && createStyleLookup(mask);
  const noiseAt = jitter === undefined ? undefined : createNoise(jitter, width);
  const { fused = [] } = settings;
  const shows = createVisibility({ volume, transfer }, fused, styleAt);
  const grid = sampleGrid(volume, fused);
  const enter = settings.findsEntries
    ? createEntries(grid, stepVoxels * smallestSpacing(grid), shows)
    : (samples: Iterable<PlacedSample>) => samples;
  if (fused.length > 0) {
    const listFused = createFusedLayers({ ...settings, volume, transfer, volumeLight }, fused);
    const samplesOf = createSamplePlacement(grid, clip, stepVoxels);
    return (ray, pixel) => listFused(enter(samplesOf(ray, noiseAt?.(pixel)), ray), ray);
  }
  const listLayers = createVolumeLayers({ ...settings, volume, transfer, volumeLight });
  const judge = settings.judgesSteps
    ? createEvenSteps(
        volume,
        transfer,
        stepVoxels * smallestSpacing(volume),
        stepUnits({ ...settings, volume, transfer }),
      )
    : (samples: Iterable<PlacedSample>) => samples;
  const isSurface = mode === 'isosurface';
  const samplesOf = createSamplePlacement(volume, clip, stepVoxels, isSurface);
  return (ray, pixel) => {
    const samples = judge(enter(samplesOf(ray, noiseAt?.(pixel)), ray), ray);
    return listLayers(keepSamples(samples, [], styleAt, isSurface), ray);
  };
}

/** The layers of the triangles that a pixel's ray, which of them `place` says, hits. */
function createSurfaceCaster(settings: SceneSettings, faces: readonly Face[], volumeLight: VolumeLight | undefined) {
  const { ambientOcclusion, softShadows, jitter = 0, width, height, camera } = settings;
  const noiseAt = ambientOcclusion || softShadows ? createNoise(jitter, width) : () => 0;
  const show = createShowSurface(settings, faces, volumeLight);
  const pixelWidth = createPixelWidth(camera, height);
  return function* (ray: Ray, hits: readonly FaceHit[], pixel: number, index: number): Generator<PlacedLayer> {
    const noise = (noiseAt(pixel) + index * NOISE_STEP) % 1;
    for (const hit of hits) {
      const opacity = hit.opacity ?? hit.face.opacity;
      const color = show(meetSurface(hit, ray, 0, pixelWidth(ray, hit.t)), noise);
      yield { color: scale(color, opacity), opacity, t: hit.t, sampleCount: 0 };
    }
  };
}

/** Maps rays and distances along them to the world width of a pixel there. */
function createPixelWidth(camera: Camera, height: number): (ray: Ray, t: number) => number {
  const { forward } = cameraBasis(camera);
  return (ray, t) =>
    camera.projection === 'perspective'
      ? (2 * Math.tan((camera.fovDegrees * Math.PI) / 360) * t * dot(ray.direction, forward)) / height
      : camera.height / height;
}

/** Gives hits their materials' opacities, and leaves out those that are cut out of their triangles, or seen from behind. */
function createHitFilter({ camera, height }: SceneSettings) {
  const pixelWidth = createPixelWidth(camera, height);
  return (hits: readonly FaceHit[], ray: Ray): readonly FaceHit[] =>
    hits.flatMap((hit) => {
      if (!hit.face.mesh.materials) return [hit];
      const opacity = materialOpacityOf(meetSurface(hit, ray, 0, pixelWidth(ray, hit.t)));
      return opacity > 0 ? [{ ...hit, opacity: hit.face.opacity * opacity }] : [];
    });
}

/**
 * The difference between the noise of a pixel's rays in turn: the inverse of the plastic number, whose multiples spread evenly
 * from 0 to 1, and otherwise than those of the golden ratio, by which the rays of ambient occlusion are turned.
 */
const NOISE_STEP = 0.7548776662466927;

/** Maps pixels to numbers between 0 and 1, different ones for neighbours. */
function createNoise(seed: number, width: number): (pixel: number) => number {
  const noise = createBlueNoise(seed);
  return (pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    return noise[(x % BLUE_NOISE_SIZE) + BLUE_NOISE_SIZE * (y % BLUE_NOISE_SIZE)]!;
  };
}

const addShare = (sum: Layer, { color, opacity }: Layer, share: number): Layer => ({
  color: addScaled(sum.color, color, share),
  opacity: sum.opacity + share * opacity,
});

/** Red, green, blue and straight alpha. */
function blend({ color, opacity }: Layer, background: Vec3 | 'transparent'): readonly number[] {
  if (background !== 'transparent') return [...addScaled(color, background, 1 - opacity), 1];
  return opacity === 0 ? [0, 0, 0, 0] : [...scale(color, 1 / opacity), opacity];
}
