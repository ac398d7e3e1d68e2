/** The colour and opacity of one sample's value, gradient and label, in float64. */
import { addScaled, length, scale, type Vec3 } from '../../math/vec3.js';
import {
  evaluateColor,
  evaluateGradientOpacity,
  evaluateOpacity,
  type TransferFunction,
} from '../../transfer/transfer-function.js';
import type { Volume } from '../../volume/volume.js';
import type { Layer } from '../composite.js';
import type { KeptSample } from './keep-samples.js';
import { sampleColor } from './sample-volume.js';
import type { CutFace, CutFaceAt } from './shading/cut-face.js';
import type { Gradient } from './shading/gradient.js';
import type { createLabelEdge, LabelEdge } from './shading/label-edge.js';
import type { Shade } from './shading/shade.js';

export interface Classification {
  readonly volume: Volume;
  readonly transfer: TransferFunction;
  /** The length of a step in the transfer function's unit of length. */
  readonly stepUnits: number;
  readonly gradient: Gradient;
  /** Absent where colours are shown as they are. */
  readonly shade: Shade | undefined;
  /** Absent where there is no mask. */
  readonly labelEdge: ReturnType<typeof createLabelEdge> | undefined;
  /** Absent where nothing is cut. */
  readonly cutFace: CutFaceAt | undefined;
}

/** A gradient that no transfer function's range is so large as to call flat. */
export const STEEP = 1e150;

const mixColors = (a: Vec3, b: Vec3, weight: number) => addScaled(scale(a, 1 - weight), b, weight);

/** Lights a sample at the end of its label, and below a cut, as that surface, whatever values do there. */
function shadeAtEdges(
  shade: Shade,
  color: Vec3,
  gradient: Vec3,
  toEye: Vec3,
  pointWorld: Vec3,
  edges: readonly (LabelEdge | CutFace | undefined)[],
): Vec3 {
  let lit = shade(color, gradient, toEye, pointWorld);
  for (const edge of edges) {
    if (edge) lit = mixColors(lit, shade(color, scale(edge.normal, STEEP), toEye, pointWorld), edge.weight);
  }
  return lit;
}

/** @param toEye unit world direction. */
export function classifySample(sample: KeptSample, toEye: Vec3, classification: Classification): Layer {
  const { volume, transfer, stepUnits, gradient, shade, labelEdge, cutFace } = classification;
  const { value, positionIndex, pointWorld, style, lengthSteps = 1 } = sample;
  let color = style?.color ?? sampleColor(volume, positionIndex) ?? evaluateColor(transfer, value);
  let unitOpacity = evaluateOpacity(transfer, value) * (style?.opacity ?? 1);
  if (shade !== undefined || transfer.gradientOpacities !== undefined) {
    const slope = gradient(positionIndex);
    unitOpacity *= evaluateGradientOpacity(transfer, length(slope));
    if (shade !== undefined) {
      const edges = [style && labelEdge?.(pointWorld, style), cutFace?.(pointWorld, toEye)];
      color = shadeAtEdges(shade, color, slope, toEye, pointWorld, edges);
    }
  }
  const opacity = 1 - (1 - unitOpacity) ** (stepUnits * lengthSteps);
  return { color: scale(color, opacity), opacity };
}
