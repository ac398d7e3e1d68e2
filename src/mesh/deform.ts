/** Named deformations that move a mesh's vertices in time, for animations whose geometry changes in every frame. */
import { InputError } from '../errors.js';
import { boundingBox } from './bounding-box.js';
import { type Mesh, NO_VERTEX } from './mesh.js';
import { computeNormals } from './normals.js';
import { mergeVertices } from './topology/merge-vertices.js';

/**
 * Writes the vertices as they are at `time` into `positions`, relative to the mesh's origin, and returns it. All
 * deformations are the identity at time 0 and have period 1, so that frames at i / N loop.
 */
export type Deformation = (time: number, positions?: Float32Array) => Float32Array;

/** Names of the deformations. */
export const DEFORMATION_NAMES = ['twist', 'wave', 'bend', 'inflate'] as const;

/** A name of a deformation that `createDeformation` makes. */
export type DeformationName = (typeof DEFORMATION_NAMES)[number];

/** Radians by which `twist` turns the ends of the mesh at most, one each way. */
const TWIST_ANGLE = Math.PI / 2;
/** Radians to which `bend` curves half of the mesh's length at most. */
const BEND_ANGLE = Math.PI / 3;
/** Half the mesh's length times this is how far `wave` and `inflate` move a vertex at most, roughly. */
const AMPLITUDE = 0.1;
/** Waves along half the mesh's length. */
const WAVES = 1;

/** @throws InputError if there is no deformation of that name. */
export function parseDeformationName(name: string): DeformationName {
  const known = DEFORMATION_NAMES.find((candidate) => candidate === name);
  if (known) return known;
  throw new InputError(`there is no deformation "${name}"; there are ${DEFORMATION_NAMES.join(', ')}`);
}

/**
 * The mesh's deformation of that name:
 * - `twist` turns it about its longest axis, more towards the ends, to and fro;
 * - `wave` sends a wave along its longest axis;
 * - `bend` curves its longest axis to an arc, to and fro;
 * - `inflate` moves it along its normals, out and back.
 *
 * Source of twist and bend: A. H. Barr, "Global and local deformations of solid primitives", SIGGRAPH 1984, section 3.
 * @throws InputError if all triangles are bad, or later, if a time is not finite.
 */
export function createDeformation(mesh: Mesh, name: DeformationName): Deformation {
  const move = name === 'inflate' ? createInflation(mesh) : createAxialMove(mesh, AXIAL_MOVES[name]);
  return (time, positions = new Float32Array(mesh.positions.length)) => {
    if (!Number.isFinite(time)) throw new InputError(`the time of a deformation must be finite, not ${time}`);
    // Exactly the same for whole times: the sine of a float64 multiple of π is not zero.
    move(time - Math.floor(time), positions);
    return positions;
  };
}

type Move = (phase: number, positions: Float32Array) => void;

/**
 * The offset that a move adds to a point that is at (`x`, `y`, `z`) from the centre, in half lengths, x along the longest axis.
 */
type AxialMove = (phase: number, x: number, y: number, z: number, moved: Float64Array) => void;

const AXIAL_MOVES: Readonly<Record<Exclude<DeformationName, 'inflate'>, AxialMove>> = {
  twist(phase, x, y, z, moved) {
    const angle = TWIST_ANGLE * Math.sin(2 * Math.PI * phase) * x;
    const [sin, versine] = [Math.sin(angle), versineOf(angle)];
    moved[0] = 0;
    moved[1] = -y * versine - z * sin;
    moved[2] = y * sin - z * versine;
  },
  wave(phase, x, _y, _z, moved) {
    moved[0] = 0;
    moved[1] = AMPLITUDE * (Math.sin(2 * Math.PI * (WAVES * x - phase)) - Math.sin(2 * Math.PI * WAVES * x));
    moved[2] = 0;
  },
  bend(phase, x, y, _z, moved) {
    const curvature = BEND_ANGLE * Math.sin(2 * Math.PI * phase);
    const angle = curvature * x;
    const [sin, versine] = [Math.sin(angle), versineOf(angle)];
    // The centre line becomes an arc of the same length, and what is beside it stays perpendicular to it.
    moved[0] = (angle === 0 ? 0 : x * (sin / angle - 1)) - y * sin;
    moved[1] = (angle === 0 ? 0 : x * (versine / angle)) - y * versine;
    moved[2] = 0;
  },
};

/** 1 − cos, without cancellation. */
function versineOf(angle: number): number {
  return 2 * Math.sin(angle / 2) ** 2;
}

function createAxialMove(mesh: Mesh, axialMove: AxialMove): Move {
  const { positions: rest, origin } = mesh;
  const box = boundingBox(mesh);
  const half = box.max.map((high, axis) => (high - box.min[axis]!) / 2);
  const center = box.max.map((high, axis) => high - half[axis]! - origin[axis]!);
  const length = Math.max(...half);
  // A single point has no length, and does not move.
  const scale = length > 0 ? 1 / length : 0;
  const x = half.indexOf(length);
  const [y, z] = [(x + 1) % 3, (x + 2) % 3];
  const moved = new Float64Array(3);
  return (phase, positions) => {
    for (let at = 0; at < rest.length; at += 3) {
      const [px, py, pz] = [rest[at + x]!, rest[at + y]!, rest[at + z]!];
      axialMove(phase, (px - center[x]!) * scale, (py - center[y]!) * scale, (pz - center[z]!) * scale, moved);
      positions[at + x] = px + moved[0]! * length;
      positions[at + y] = py + moved[1]! * length;
      positions[at + z] = pz + moved[2]! * length;
    }
  };
}

function createInflation(mesh: Mesh): Move {
  const { positions: rest } = mesh;
  const { min, max } = boundingBox(mesh);
  const amplitude = (AMPLITUDE * Math.max(...max.map((high, axis) => high - min[axis]!))) / 2;
  // Not those of the file, which may differ at an edge, where the surface would tear; nor those of vertices at one place.
  const { positions, indices } = mergeVertices(rest);
  const triangles = mesh.triangles.map((vertex) => indices[vertex] ?? NO_VERTEX);
  const merged = computeNormals({ positions, triangles });
  return (phase, positions) => {
    const distance = amplitude * Math.sin(Math.PI * phase) ** 2;
    for (let at = 0; at < rest.length; at++) {
      positions[at] = rest[at]! + merged[3 * indices[Math.floor(at / 3)]! + (at % 3)]! * distance;
    }
  };
}
