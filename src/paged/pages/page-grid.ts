/** The pages that a level is cut into: cubes of voxels, each with a border of its neighbours' in the atlas. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { countBricks } from '../../volume/bricks.js';
import type { VoxelBox } from '../read/read-box.js';

export interface PageGrid {
  /** Voxels of the level. */
  readonly sizes: Vec3;
  /** Voxels along a page's side, without its border, and those of the border on each side. */
  readonly side: number;
  readonly border: number;
  /** Pages along each axis. */
  readonly pages: Vec3;
}

export const createPageGrid = (sizes: Vec3, side: number, border: number): PageGrid => ({
  sizes,
  side,
  border,
  pages: countBricks(sizes, side),
});

/** Voxels along the side of a page's slot in the atlas. */
export const slotSide = ({ side, border }: PageGrid) => side + 2 * border;

/** Pages are numbered along i first, then j, then k. */
export function pageOfNumber({ pages: [ni, nj] }: PageGrid, number: number): Vec3 {
  return [number % ni, Math.floor(number / ni) % nj, Math.floor(number / (ni * nj))];
}

/** The voxels of a page and of its border that lie in the volume. */
export function boxOfPage({ sizes, side, border }: PageGrid, page: Vec3): VoxelBox {
  return {
    first: mapVec3(page, (number) => Math.max(number * side - border, 0)),
    end: mapVec3(page, (number, axis) => Math.min((number + 1) * side + border, sizes[axis]!)),
  };
}

/** The view of pages, from an eye in index space, or along a direction where rays are parallel. */
export type PageView = { readonly eye: Vec3 } | { readonly forward: Vec3 };

/**
 * How far a page is along rays: one more from each page of a ray to the next one, across whichever face. A ray only goes away
 * from the eye along each axis, or in one direction where rays are parallel.
 */
export function distanceOfPages({ side }: PageGrid, view: PageView): (page: Vec3) => number {
  if ('eye' in view) {
    const eyePage = mapVec3(view.eye, (index) => Math.floor((index + 0.5) / side));
    return (page) => page.reduce((sum, number, axis) => sum + Math.abs(number - eyePage[axis]!), 0);
  }
  const signs = mapVec3(view.forward, Math.sign);
  return (page) => page.reduce((sum, number, axis) => sum + number * signs[axis]!, 0);
}
