/** Isosurfaces: values whose surfaces a picture shows, and how. */

import { InputError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import type { RenderMode } from './mode.js';
import { evaluateColor, type TransferFunction } from './transfer-function.js';

/** An isovalue and the appearance of its surface. */
export interface Isosurface {
  /** The value of the volume on it. */
  readonly value: number;
  /** Channels between 0 and 1; default: the transfer function's at the value. */
  readonly color?: Vec3 | undefined;
  /** 1, the default, is opaque. */
  readonly opacity?: number | undefined;
}

/** One with all that is to know of it. */
export interface ShownIsosurface {
  readonly value: number;
  readonly color: Vec3;
  readonly opacity: number;
}

/** Maximum number of isosurfaces in a scene. */
export const MAX_ISOSURFACES = 8;

/** The values that a scene shows surfaces of; none in other modes. */
export const isovaluesOf = ({ mode, isoValue, isosurfaces }: IsosurfaceChoice): readonly number[] =>
  mode === 'isosurface' ? (isosurfaces?.map(({ value }) => value) ?? [isoValue ?? 0]) : [];

interface IsosurfaceChoice {
  readonly mode?: RenderMode | undefined;
  readonly isoValue?: number | undefined;
  readonly isosurfaces?: readonly Isosurface[] | undefined;
}

/** The isosurfaces of a frame, by their values. */
export function listIsosurfaces(surfaces: readonly Isosurface[], transfer: TransferFunction): ShownIsosurface[] {
  return surfaces
    .map(({ value, color, opacity = 1 }) => ({ value, color: color ?? evaluateColor(transfer, value), opacity }))
    .sort((a, b) => a.value - b.value);
}

/** @throws InputError for too many of them, equal values, and numbers that cannot be. */
export function checkIsosurfaces(surfaces: readonly Isosurface[]): void {
  if (!Array.isArray(surfaces) || surfaces.length === 0 || surfaces.length > MAX_ISOSURFACES) {
    throw new InputError(`isosurfaces must be a list of 1 to ${MAX_ISOSURFACES}`);
  }
  for (const { value, opacity = 1 } of surfaces) {
    if (!Number.isFinite(value)) throw new InputError(`an isosurface needs a finite value, not ${value}`);
    if (!(opacity > 0 && opacity <= 1)) {
      throw new InputError(`the opacity of the isosurface at ${value} must be above 0, to 1, not ${opacity}`);
    }
  }
  const values = surfaces.map(({ value }) => value);
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new InputError(`there are two isosurfaces at ${twice}`);
}
