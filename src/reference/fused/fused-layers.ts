/** The layers of several volumes in one world, sample by sample, in float64. */
import type { Ray } from '../../camera/camera.js';
import { transformPoint } from '../../math/affine.js';
import { scale, type Vec3 } from '../../math/vec3.js';
import { createShading, type Shading } from '../../transfer/light/shading.js';
import type { TransferFunction } from '../../transfer/transfer-function.js';
import type { Grid } from '../../volume/grids/union-grid.js';
import type { Mask } from '../../volume/mask.js';
import { smallestSpacing, type Volume, worldToIndex } from '../../volume/volume.js';
import type { Layer } from '../composite.js';
import type { VolumeLight } from '../light/volume-light.js';
import type { PlacedLayer } from '../order-layers.js';
import type { FusedVolume } from '../scene-options.js';
import { classifySample } from '../volume/classify-sample.js';
import { sampleVolume } from '../volume/sample-volume.js';
import { createStyleLookup, type KeptSample } from '../volume/samples/keep-samples.js';
import type { PlacedSample } from '../volume/samples/place-samples.js';
import { sampleGrid } from '../volume/samples/sample-grid.js';
import { type CutFaceAt, createCutFace } from '../volume/shading/cut-face.js';
import { createGradient } from '../volume/shading/gradient.js';
import { createLabelEdge } from '../volume/shading/label-edge.js';
import { createShade } from '../volume/shading/shade.js';
import type { VolumeAppearance } from '../volume/volume-appearance.js';
import { mixtureOf } from './mixture.js';

/** @returns the layers of samples that clipping keeps, for a ray. */
export function createFusedLayers(appearance: VolumeAppearance, fused: readonly FusedVolume[]) {
  const { shading, volumeLight, mask, volume, stepVoxels, clip } = appearance;
  const { light } = shading ?? createShading();
  const stepWorld = stepVoxels * smallestSpacing(volume);
  const cutFace = createCutFace(clip ?? [], smallestSpacing(sampleGrid(volume, fused)), stepVoxels);
  const first = createMedium({ ...appearance, mask, stepWorld, cutFace });
  const others = fused.map((other) =>
    createMedium({
      ...other,
      // Their transfer functions colour them.
      volume: { ...other.volume, colors: undefined },
      shading: other.shading && { ...other.shading, light },
      volumeLight,
      mask: undefined,
      stepWorld,
      cutFace,
    }),
  );
  return function* (
    samples: Iterable<Pick<PlacedSample, 't' | 'pointWorld' | 'lengthSteps'>>,
    ray: Ray,
  ): Generator<PlacedLayer> {
    const toEye = scale(ray.direction, -1);
    for (const { t, pointWorld, lengthSteps } of samples) {
      const [own, ...beside] = [first, ...others].map((layerAt) => layerAt(pointWorld, toEye, lengthSteps)) as [
        Layer,
        ...Layer[],
      ];
      yield {
        ...mixtureOf([own, ...beside]),
        fused: { first: own, others: mixtureOf(beside), lengthWorld: stepWorld * (lengthSteps ?? 1) },
        t,
        sampleCount: 1,
      };
    }
  };
}

interface Medium {
  readonly volume: Volume;
  readonly finest?: Grid | undefined;
  readonly transfer: TransferFunction;
  readonly shading?: Shading | undefined;
  readonly volumeLight?: VolumeLight | undefined;
  readonly mask?: Mask | undefined;
  readonly stepWorld: number;
  readonly cutFace: CutFaceAt;
}

const NOTHING: Layer = { color: [0, 0, 0], opacity: 0 };

/** Maps a world point to what so many steps there show of one volume. */
function createMedium({ volume, finest = volume, transfer, shading, volumeLight, mask, stepWorld, cutFace }: Medium) {
  const toIndex = worldToIndex(volume);
  const styleAt = mask && createStyleLookup(mask);
  const classification = {
    volume,
    transfer,
    stepUnits: stepWorld / (transfer.unit ?? smallestSpacing(finest)),
    gradient: createGradient(volume, finest),
    shade: shading && createShade(shading, transfer, volumeLight),
    labelEdge: shading && mask && createLabelEdge(mask, volume),
    cutFace,
  };
  return (pointWorld: Vec3, toEye: Vec3, lengthSteps = 1): Layer => {
    const positionIndex = transformPoint(toIndex, pointWorld);
    const isInside = positionIndex.every((index, axis) => index >= -0.5 && index <= volume.sizes[axis]! - 0.5);
    const style = styleAt?.(pointWorld);
    if (!isInside || (styleAt && !style)) return NOTHING;
    const value = sampleVolume(volume, positionIndex);
    const sample: KeptSample = { index: 0, t: 0, pointWorld, positionIndex, value, style, lengthSteps };
    return classifySample(sample, toEye, classification);
  };
}
