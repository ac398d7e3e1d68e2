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
import { sampleColor } from './sample-volume.js';
import type { KeptSample } from './samples/keep-samples.js';
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

/** A position that is lit, and the style of its label. */
export type LitPosition = Pick<KeptSample, 'positionIndex' | 'pointWorld' | 'style'>;

/** A colour in the light of a position, as it is where nothing is lit. @param toEye unit world direction. */
export function lightColor(
  color: Vec3,
  { positionIndex, pointWorld, style }: LitPosition,
  toEye: Vec3,
  { shade, gradient, labelEdge, cutFace }: Classification,
): Vec3 {
  if (!shade) return color;
  const edges = [style && labelEdge?.(pointWorld, style), cutFace?.(pointWorld, toEye)];
  return shadeAtEdges(shade, color, gradient(positionIndex), toEye, pointWorld, edges);
}

/** A sample's colour without light, and its opacity. */
export function classifyUnlit(sample: KeptSample, { volume, transfer, stepUnits, gradient }: Classification): Layer {
  const { value, positionIndex, style, lengthSteps = 1 } = sample;
  const color = style?.color ?? sampleColor(volume, positionIndex) ?? evaluateColor(transfer, value);
  const ofGradient =
    transfer.gradientOpacities === undefined ? 1 : evaluateGradientOpacity(transfer, length(gradient(positionIndex)));
  const unitOpacity = evaluateOpacity(transfer, value) * (style?.opacity ?? 1) * ofGradient;
  return { color, opacity: 1 - (1 - unitOpacity) ** (stepUnits * lengthSteps) };
}

/** @param toEye unit world direction. */
export function classifySample(sample: KeptSample, toEye: Vec3, classification: Classification): Layer {
  const { color, opacity } = classifyUnlit(sample, classification);
  return { color: scale(lightColor(color, sample, toEye, classification), opacity), opacity };
}
