/** How far a mask covers each voxel: smooth edges are where the interpolated coverage is one half. */
import { mapNumbers } from '../math/map-numbers.js';
import type { Vec3 } from '../math/vec3.js';

/** Coverages are of 255; samples of at least this much are shown. Below the middle, where flat faces lie, so that rounding moves none. */
export const EDGE_COVERAGE = 127.45;
/** Least coverage of voxels that are shown. Sheets of one voxel keep 0.6 of it, and 0.3 with 140; more would keep the stairs of slopes. */
const SHOWN_MIN = 152;
/** Largest coverage of hidden voxels, as far below the edge. */
const HIDDEN_MAX = 255 - SHOWN_MIN;
/** Voxels on each side of the boundary between shown and hidden ones whose coverage is smoothed. */
const BAND = 2;
/** Steps of diffusion: with more, small regions shrink. */
const ITERATIONS = 6;

/**
 * The coverage of all voxels, from 0 to 255: diffused within two voxels of the mask's boundary, while each voxel stays on its side of
 * one half. A voxel has 255, or 0, only where all of its 26 neighbours are shown, or hidden.
 * @param shown 0 where a voxel is hidden.
 */
export function coverVoxels(shown: ArrayLike<number>, sizes: Vec3): Uint8Array<ArrayBuffer> {
  const coverage = new Uint8Array(shown.length);
  for (let index = 0; index < shown.length; index++) coverage[index] = shown[index] ? 255 : 0;
  const band = listBand(shown, sizes);
  for (const index of band) coverage[index] = shown[index] ? 254 : 1;
  const next = new Uint8Array(band.length);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    for (let at = 0; at < band.length; at++) next[at] = diffuse(coverage, shown, sizes, band[at]!);
    for (let at = 0; at < band.length; at++) coverage[band[at]!] = next[at]!;
  }
  return coverage;
}

/**
 * Adds the coverage of voxels, as an upper byte, to their places in the list of styles.
 * @param places 0 where a voxel is hidden.
 */
export function addCoverage(places: Uint8Array, sizes: Vec3): Uint16Array<ArrayBuffer> {
  const coverage = coverVoxels(places, sizes);
  return mapNumbers(new Uint16Array(places.length), places, (place, at) => (coverage[at]! << 8) | place);
}

/** A step of diffusion at a voxel, whose neighbours beyond the volume are like itself. */
function diffuse(coverage: Uint8Array, shown: ArrayLike<number>, [ni, nj, nk]: Vec3, index: number): number {
  const i = index % ni;
  const row = (index - i) / ni;
  const j = row % nj;
  const k = (row - j) / nj;
  const own = coverage[index]!;
  const sum =
    (i > 0 ? coverage[index - 1]! : own) +
    (i < ni - 1 ? coverage[index + 1]! : own) +
    (j > 0 ? coverage[index - ni]! : own) +
    (j < nj - 1 ? coverage[index + ni]! : own) +
    (k > 0 ? coverage[index - ni * nj]! : own) +
    (k < nk - 1 ? coverage[index + ni * nj]! : own);
  // Halves are rounded towards the middle, so that shown and hidden sides are mirror images.
  const mean = (2 * own + sum) / 8;
  const rounded = mean < 127.5 ? Math.floor(mean + 0.5) : Math.ceil(mean - 0.5);
  return shown[index] ? Math.min(Math.max(rounded, SHOWN_MIN), 254) : Math.min(Math.max(rounded, 1), HIDDEN_MAX);
}

/** The voxels within `BAND` of one that has a neighbour on the other side of the boundary. */
function listBand(shown: ArrayLike<number>, [ni, nj, nk]: Vec3): Uint32Array {
  const isNear = new Uint8Array(shown.length);
  const markAround = (i: number, j: number, k: number) => {
    for (let z = Math.max(k - BAND, 0); z <= Math.min(k + BAND, nk - 1); z++) {
      for (let y = Math.max(j - BAND, 0); y <= Math.min(j + BAND, nj - 1); y++) {
        const row = ni * (y + nj * z);
        isNear.fill(1, row + Math.max(i - BAND, 0), row + Math.min(i + BAND, ni - 1) + 1);
      }
    }
  };
  let index = 0;
  for (let k = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) {
      for (let i = 0; i < ni; i++, index++) {
        const isShown = !shown[index];
        // Neighbours ahead alone: the other one of two that differ is within the band of this one.
        if (
          (i < ni - 1 && !shown[index + 1] !== isShown) ||
          (j < nj - 1 && !shown[index + ni] !== isShown) ||
          (k < nk - 1 && !shown[index + ni * nj] !== isShown)
        ) {
          markAround(i, j, k);
        }
      }
    }
  }
  let count = 0;
  for (let at = 0; at < isNear.length; at++) count += isNear[at]!;
  const band = new Uint32Array(count);
  let filled = 0;
  for (let at = 0; at < isNear.length; at++) if (isNear[at]) band[filled++] = at;
  return band;
}
