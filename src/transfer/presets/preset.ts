/** A transfer function that people know by its name, as the tables of presets hold it. */
import { colorPoints, opacityPoints } from '../flat-points.js';
import type { Shading } from '../light/shading.js';
import type { RenderMode } from '../mode.js';
import { createTransferFunction, type TransferFunction, type ValueRange } from '../transfer-function.js';

export interface Preset {
  /** Name as 3D Slicer writes it. */
  readonly name: string;
  /** Other names, in lower case. */
  readonly aliases?: readonly string[];
  /** One line about what it shows. */
  readonly description: string;
  /** The values that matter: 3D Slicer's "effective range" where it has one. */
  readonly window: ValueRange;
  /** Value, opacity, value, opacity, … */
  readonly opacities: readonly number[];
  /** Value, red, green, blue, … */
  readonly colors: readonly number[];
  /** Gradient magnitude, factor, … */
  readonly gradientOpacities?: readonly number[];
  readonly shading?: Partial<Shading>;
  /** The mode that it is made for, if that is not compositing. */
  readonly mode?: RenderMode;
}

/** Millimetres, in which scans have their spacings: VTK's default, with which 3D Slicer shows them. */
const PRESET_UNIT = 1;

export function presetTransfer({ opacities, colors, gradientOpacities, shading, window }: Preset): TransferFunction {
  return createTransferFunction({
    colors: colorPoints(colors),
    opacities: opacityPoints(opacities),
    ...(gradientOpacities && { gradientOpacities: opacityPoints(gradientOpacities) }),
    ...(shading && { shading }),
    window,
    unit: PRESET_UNIT,
  });
}

/** The ways in which 3D Slicer's presets are lit. */
export const SOFT_LIGHT: Partial<Shading> = { ambient: 0.2, diffuse: 1, specular: 0, shininess: 1 };
export const GLOSSY_LIGHT: Partial<Shading> = { ambient: 0.1, diffuse: 0.9, specular: 0.2, shininess: 10 };
