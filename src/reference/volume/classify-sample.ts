/** From one sample's value, gradient and label to what it shows, in float64. */
import { length, scale, type Vec3 } from '../../math/vec3.js';
import {
  evaluateColor,
  evaluateGradientOpacity,
  evaluateOpacity,
  type TransferFunction,
} from '../../transfer/transfer-function.js';
import type { Layer } from '../composite.js';
import type { Gradient } from './gradient.js';
import type { KeptSample } from './keep-samples.js';
import type { Shade } from './shade.js';

export interface Classification {
  readonly transfer: TransferFunction;
  /** Distance between samples in the transfer function's unit of length. */
  readonly stepUnits: number;
  readonly gradient: Gradient;
  /** Absent where colours are shown as they are. */
  readonly shade: Shade | undefined;
}

/** @param toEye unit world direction. */
export function classifySample(sample: KeptSample, toEye: Vec3, classification: Classification): Layer {
  const { transfer, stepUnits, gradient, shade } = classification;
  const { value, positionIndex, style } = sample;
  let color = style?.color ?? evaluateColor(transfer, value);
  let unitOpacity = evaluateOpacity(transfer, value) * (style?.opacity ?? 1);
  if (shade !== undefined || transfer.gradientOpacities !== undefined) {
    const slope = gradient(positionIndex);
    unitOpacity *= evaluateGradientOpacity(transfer, length(slope));
    if (shade !== undefined) color = shade(color, slope, toEye);
  }
  const opacity = 1 - (1 - unitOpacity) ** stepUnits;
  return { color: scale(color, opacity), opacity };
}
