/** Smooths the net between the regions of labels without moving any vertex out of its cell. */
import type { HalfSpace } from '../math/half-space.js';
import { dot, type Vec3 } from '../math/vec3.js';
import type { Steps } from '../volume/steps.js';
import { cutsCell, DIRECTIONS, type LabelNet, NO_NEIGHBOR, TOUCHES_CUT } from './label-net.js';

/** Voxels from the middle of a cell, which keep centres of voxels 2 % off the surface. */
const REACH = 0.48;

/** Share of the way to the mean of its neighbours that a vertex moves: 0.67 or more would not settle. */
const TOWARDS = 0.63;

/** Rounds of both moves: enough for waves of the pass band's edge to settle. */
const ROUNDS_PER_VOXEL = 6;

/**
 * Moves vertices towards the mean of their neighbours and then a little farther back, so that regions keep their volume. Lines where
 * three regions meet are smoothed along themselves, and vertices on faces of the volume and on cuts stay on them.
 * Source: G. Taubin, "A signal processing approach to fair surface design", SIGGRAPH 1995.
 * @param smoothing standard deviation in voxels of a Gaussian that smooths as much; 0 leaves the stairs of voxels.
 * @param clip half-spaces of the volume's index space.
 */
export function* relaxNet(net: LabelNet, smoothing: number, clip: readonly HalfSpace[]): Steps<Float32Array> {
  const { positions: centers, fixed } = net;
  let [from, to] = [centers.slice(), centers.slice()];
  const cut = clip.length > 0 ? fixed.map((bits) => bits & TOUCHES_CUT) : undefined;
  if (cut) putOnCuts(from, centers, cut, clip);
  if (smoothing === 0) return from;
  const away = 1 / (passBandOf(smoothing) - 1 / TOWARDS);
  const rounds = Math.ceil(ROUNDS_PER_VOXEL * smoothing);
  for (let round = 0; round < rounds; round++) {
    for (const share of [TOWARDS, away]) {
      moveVertices(net, from, to, share);
      if (cut) putOnCuts(to, centers, cut, clip);
      [from, to] = [to, from];
      yield;
    }
  }
  return from;
}

/** The eigenvalue of a plane's net whose wave a Gaussian of this deviation would halve. */
function passBandOf(smoothing: number): number {
  const halved = Math.sqrt(2 * Math.LN2) / smoothing;
  return (1 - Math.cos(Math.min(halved, Math.PI))) / 2;
}

function moveVertices(net: LabelNet, from: Float32Array, to: Float32Array, share: number): void {
  const { positions: centers } = net;
  averageNeighbors(net, from, to);
  for (let at = 0; at < to.length; at++) {
    to[at] = keepNear(centers[at]!, from[at]! + share * (to[at]! - from[at]!));
  }
}

/** The mean of each vertex's neighbours; ends of lines, and coordinates on faces of the volume, stay. */
function averageNeighbors({ neighbors, seams, isSeam, fixed }: LabelNet, from: Float32Array, to: Float32Array): void {
  for (let vertex = 0, at = 0; vertex < fixed.length; vertex++, at += 3) {
    let [x, y, z, count] = [0, 0, 0, 0];
    const along = isSeam[vertex] === 1 ? seams[vertex]! : ALL;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const neighbor = neighbors[DIRECTIONS * vertex + direction]!;
      if (neighbor === NO_NEIGHBOR || (along & (1 << direction)) === 0) continue;
      x += from[3 * neighbor]!;
      y += from[3 * neighbor + 1]!;
      z += from[3 * neighbor + 2]!;
      count++;
    }
    const bits = count > 1 ? fixed[vertex]! : ALL;
    to[at] = bits & 1 ? from[at]! : x / count;
    to[at + 1] = bits & 2 ? from[at + 1]! : y / count;
    to[at + 2] = bits & 4 ? from[at + 2]! : z / count;
  }
}

/** All directions. */
const ALL = (1 << DIRECTIONS) - 1;

const keepNear = (center: number, coordinate: number) =>
  coordinate < center - REACH ? center - REACH : coordinate > center + REACH ? center + REACH : coordinate;

/** Moves vertices whose cells a plane cuts onto it. */
function putOnCuts(positions: Float32Array, centers: Float32Array, cut: Uint8Array, clip: readonly HalfSpace[]): void {
  for (let vertex = 0, at = 0; vertex < cut.length; vertex++, at += 3) {
    if (cut[vertex] === 0) continue;
    const center: Vec3 = [centers[at]!, centers[at + 1]!, centers[at + 2]!];
    for (const halfSpace of clip) {
      if (!cutsCell(halfSpace, center)) continue;
      const { normal, offset } = halfSpace;
      const point: Vec3 = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
      const move = (offset - dot(normal, point)) / dot(normal, normal);
      for (const axis of [0, 1, 2] as const) positions[at + axis] = point[axis] + move * normal[axis];
    }
  }
}

/** Waves of 12 voxels and shorter are left out of the shading: terraces of surfaces that are nearly along the voxels are as wide. */
const SHADED_BAND = 0.067;
/** Leaves 5 % of them. */
const SHADED_DEGREE = 10;

/**
 * The positions of the net smoothed much further, whose normals show no terraces: a Chebyshev polynomial of the mean of neighbours,
 * which takes a tenth of the steps that repeated means would. Vertices leave their cells.
 */
export function* smoothForShading(net: LabelNet, positions: Float32Array): Steps<Float32Array> {
  const scale = 2 / (2 - SHADED_BAND);
  const own = SHADED_BAND / (2 - SHADED_BAND);
  let before = positions.slice();
  let now = new Float32Array(positions.length);
  let next = new Float32Array(positions.length);
  averageNeighbors(net, before, now);
  for (let at = 0; at < now.length; at++) now[at] = scale * now[at]! + own * before[at]!;
  for (let degree = 2; degree <= SHADED_DEGREE; degree++) {
    averageNeighbors(net, now, next);
    for (let at = 0; at < next.length; at++) next[at] = 2 * (scale * next[at]! + own * now[at]!) - before[at]!;
    [before, now, next] = [now, next, before];
    yield;
  }
  // The polynomial's value for what all means keep.
  const total = Math.cosh(SHADED_DEGREE * Math.acosh(scale + own));
  return now.map((coordinate) => coordinate / total);
}
