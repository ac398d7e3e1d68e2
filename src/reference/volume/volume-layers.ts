/** The layers of a volume that a ray's samples show and where, by render mode, in float64. */
import type { Ray } from '../../camera/camera.js';
import { transformPoint, transformVector } from '../../math/affine.js';
import { clipToBox } from '../../math/clip-ray.js';
import { addScaled, scale, type Vec3 } from '../../math/vec3.js';
import { type Isosurface, listIsosurfaces } from '../../transfer/isosurface.js';
import { createShading } from '../../transfer/light/shading.js';
import type { ProjectionMode } from '../../transfer/mode.js';
import { evaluateColor } from '../../transfer/transfer-function.js';
import { smallestSpacing, worldToIndex } from '../../volume/volume.js';
import type { PlacedLayer } from '../order-layers.js';
import { classifySample, STEEP } from './classify-sample.js';
import { findCrossings } from './find-crossing.js';
import { lightSteps } from './light-steps.js';
import { type Between, reduceValues } from './reduce-values.js';
import { sampleColor, sampleVolume } from './sample-volume.js';
import { createStyleLookup, type KeptSample } from './samples/keep-samples.js';
import { createInterval } from './samples/ray-interval.js';
import { createCutFace, findClipEntry } from './shading/cut-face.js';
import { createGradient } from './shading/gradient.js';
import { createLabelEdge } from './shading/label-edge.js';
import { createShade } from './shading/shade.js';

import { stepUnits, type VolumeAppearance } from './volume-appearance.js';

/** The layers of a volume that a ray shows, front to back. */
export type ListLayers = (samples: Iterable<KeptSample>, rayWorld: Ray) => Iterable<PlacedLayer>;

export function createVolumeLayers(options: VolumeAppearance): ListLayers {
  const { mode, isoValue, isosurfaces = [{ value: isoValue! }] } = options;
  if (mode === 'isosurface') return showSurfaces(options, isosurfaces);
  return mode === 'composite' ? compositeClassified(options) : showValue(options, mode);
}

/** Each sample stands for the step about it. */
function compositeClassified(options: VolumeAppearance): ListLayers {
  const { volume, finest, transfer, shading, mask, volumeLight, clip = [], stepVoxels, sharesLight } = options;
  const classification = {
    volume,
    transfer,
    stepUnits: stepUnits(options),
    gradient: createGradient(volume, finest),
    shade: shading && createShade(shading, transfer, volumeLight),
    labelEdge: shading && mask && createLabelEdge(mask, volume),
    cutFace: createCutFace(clip, smallestSpacing(volume), stepVoxels),
  };
  return function* (samples, { direction }) {
    const toEye = scale(direction, -1);
    if (sharesLight && shading && transfer.gradientOpacities === undefined) {
      yield* lightSteps(samples, toEye, classification);
      return;
    }
    for (const sample of samples) {
      const { color, opacity } = classifySample(sample, toEye, classification);
      yield { color, opacity, t: sample.t, sampleCount: 1 };
    }
  };
}

function showSurfaces(
  {
    volume,
    finest,
    transfer,
    shading,
    volumeLight,
    isosurfaces: listed,
    clip = [],
    stepVoxels,
    mask,
  }: VolumeAppearance,
  isosurfaces: readonly Isosurface[],
): ListLayers {
  const gradient = createGradient(volume, finest);
  const shade = createShade(
    shading ?? createShading(),
    transfer,
    volumeLight,
    isosurfaces.map(({ value }) => value),
  );
  const surfaces = listIsosurfaces(isosurfaces, transfer);
  // Isosurfaces of a list have the colours that it says.
  const isLone = listed === undefined;
  const toIndex = worldToIndex(volume);
  const styleAt = mask && createStyleLookup(mask);
  const styleAtIndex = styleAt && ((index: Vec3) => styleAt(transformPoint(volume.indexToWorld, index)));
  const edgeAt = mask && createLabelEdge(mask, volume);
  const stepWorld = stepVoxels * smallestSpacing(volume);
  return function* (samples, ray) {
    const { origin, direction } = ray;
    const [boxStart] = clipToBox(volume.sizes, transformPoint(toIndex, origin), transformVector(toIndex, direction));
    const entry = findClipEntry(clip, ray, boxStart);
    const cut = entry && {
      ...entry,
      reach: stepWorld,
      positionIndex: transformPoint(toIndex, addScaled(origin, direction, entry.t)),
    };
    let counted = 0;
    for (const { surface, crossing, sampleCount } of findCrossings(volume, samples, surfaces, cut, styleAtIndex)) {
      const taken = sampleCount - counted;
      counted = sampleCount;
      if (!crossing) {
        yield { ...NOTHING, sampleCount: taken };
        continue;
      }
      const { opacity } = surface;
      const own = isLone ? sampleColor(volume, crossing.positionIndex) : undefined;
      const color = crossing.style?.color ?? own ?? surface.color;
      const point = transformPoint(volume.indexToWorld, crossing.positionIndex);
      const edge = crossing.isEdge && crossing.style ? edgeAt?.(point, crossing.style).normal : undefined;
      const normal = crossing.normal ?? edge;
      const slope = normal ? scale(normal, STEEP) : gradient(crossing.positionIndex);
      const shaded = shade(color, slope, scale(direction, -1), point);
      yield { color: scale(shaded, opacity), opacity, t: crossing.t, sampleCount: taken };
      if (opacity === 1) return;
    }
  };
}

/** A value that stands for a whole ray has no place on it: it is behind all that has one. */
function showValue(appearance: VolumeAppearance, mode: ProjectionMode): ListLayers {
  const stepWorld = appearance.stepVoxels * smallestSpacing(appearance.volume);
  const betweenOf = appearance.refined ? createBetween(appearance) : undefined;
  return (samples, ray) => {
    const taken = [...samples];
    const { value, sampleCount } = reduceValues(taken, mode, stepWorld, betweenOf?.(taken[0], ray));
    if (value === undefined) return [{ ...NOTHING, sampleCount }];
    return [{ color: evaluateColor(appearance.transfer, value), opacity: 1, t: Infinity, sampleCount }];
  };
}

/** Maps a ray and its first sample to what is between its samples. */
function createBetween({ volume, mask, clip = [], stepVoxels }: VolumeAppearance) {
  const toIndex = worldToIndex(volume);
  const styleAt = mask && createStyleLookup(mask);
  const intervalOf = createInterval(volume, clip);
  const stepWorld = stepVoxels * smallestSpacing(volume);
  return (first: KeptSample | undefined, ray: Ray): Between | undefined => {
    if (!first) return undefined;
    const indexAt = (t: number) => first.index + (t - first.t) / stepWorld;
    const [from, to] = intervalOf(ray).part;
    return {
      ends: [indexAt(from), indexAt(to)],
      valueAt: (place) => {
        const point = addScaled(ray.origin, ray.direction, first.t + (place - first.index) * stepWorld);
        return styleAt && !styleAt(point) ? undefined : sampleVolume(volume, transformPoint(toIndex, point));
      },
    };
  };
}

const NOTHING = { color: [0, 0, 0], opacity: 0, t: Infinity } as const;
