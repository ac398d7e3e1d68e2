/** Texts on slices: where they lie, the patient's sides, the scale, and where they cross each other. */
import type { Vec3 } from '../../math/vec3.js';
import { smallestSpacing } from '../../volume/volume.js';
import type { Cut } from '../list-cuts.js';
import { normalAxis, PLANE_AXES } from '../planes.js';
import { type Geometry, type SliceGrid, toPixel } from '../slice-grid.js';
import type { PanelNotes } from './annotate.js';
import { describePosition } from './describe-position.js';
import { planeLetters } from './plane-letters.js';

export interface PanelsOptions {
  /** Whether the world is a patient's. */
  readonly anatomical: boolean;
  /** The world's unit; an empty text where it is not known. */
  readonly unit: string;
  /** Whether to mark where the slices cross, which are one across each axis. */
  readonly isCrossed: boolean;
}

/** The notes of each slice; they are of one scale, which the first shows. */
export function describePanels(
  cuts: readonly Cut[],
  grids: readonly SliceGrid[],
  volume: Geometry,
  { anatomical, unit, isCrossed }: PanelsOptions,
): PanelNotes[] {
  const crossing = isCrossed ? crossPoint(cuts) : undefined;
  return cuts.map((cut, index): PanelNotes => {
    const grid = grids[index]!;
    return {
      label: describePosition(cut, { anatomical, unit }, smallestSpacing(volume)),
      letters: anatomical ? planeLetters(cut.plane) : undefined,
      crosshair: crossing && toPixel(grid, crossing),
      scaleBar: index === 0 ? { pixelWorld: grid.pixelWorld, unit } : undefined,
    };
  });
}

/** The point in which slices across the three axes cross. */
function crossPoint(cuts: readonly Cut[]): Vec3 {
  const point: [number, number, number] = [0, 0, 0];
  for (const { name, position } of cuts) point[normalAxis(PLANE_AXES[name!])] = position;
  return point;
}
