/** A chessboard with all its men at the start of a game: a scene of many parts, colours, gaps and overlaps. */

import { InputError } from '../../errors.js';
import { withDefaults } from '../../with-defaults.js';
import { colorBytes, packColor } from '../attributes/colors.js';
import { mergeMeshes } from '../merge-meshes.js';
import { createMesh, type Mesh } from '../mesh.js';
import { computeNormals } from '../normals.js';
import { type LatheRing, turnLathe } from './lathe.js';

/** Options of `createChessboard`. */
export interface ChessboardOptions {
  /** Segments about each of the 32 men, and as many rings from bottom to top: 2 · segments² triangles a man. */
  readonly segments?: number;
}

/** 65,682 triangles in all. */
export const CHESSBOARD_DEFAULTS = { segments: 32 } as const satisfies ChessboardOptions;

type Man = 'pawn' | 'rook' | 'knight' | 'bishop' | 'queen' | 'king';

const BACK_RANK: readonly Man[] = ['rook', 'knight', 'bishop', 'queen', 'king', 'bishop', 'knight', 'rook'];

const COLORS = {
  lightSquare: packColor(238, 217, 181),
  darkSquare: packColor(132, 85, 51),
  border: packColor(77, 45, 28),
  white: packColor(244, 238, 220),
  black: packColor(48, 44, 46),
} as const;

/** The base that every man stands on, from the underside up. */
const BASE: readonly LatheRing[] = [
  [0, 0],
  [0.36, 0],
  [0.38, 0.05],
  [0.36, 0.11],
  [0.29, 0.16],
  [0.28, 0.2],
  [0.22, 0.26],
];

/** The profiles above the base, whose last ring is the pole on top. */
const PROFILES: Readonly<Record<Man, readonly LatheRing[]>> = {
  pawn: [[0.13, 0.45], [0.11, 0.6], [0.2, 0.63], [0.1, 0.68], ...dome(0.17, 0.83)],
  rook: [
    [0.18, 0.45],
    [0.17, 0.7],
    [0.26, 0.78],
    [0.26, 0.98],
    [0.19, 0.98],
    [0.19, 0.9],
    [0, 0.9],
  ],
  knight: [
    [0.19, 0.4, -0.03],
    [0.2, 0.55, -0.05],
    [0.21, 0.68, -0.03],
    [0.22, 0.8, 0.02],
    [0.2, 0.9, 0.1],
    [0.12, 1.04, 0.21],
    [0, 1.12, 0.22],
  ],
  bishop: [[0.14, 0.5], [0.11, 0.8], [0.21, 0.84], [0.1, 0.9], ...dome(0.16, 1.05), [0.05, 1.25], [0, 1.3]],
  queen: [[0.15, 0.6], [0.12, 1.05], [0.22, 1.1], [0.12, 1.15], [0.24, 1.4], [0.14, 1.42], ...dome(0.08, 1.5)],
  king: [
    ...([
      [0.16, 0.6],
      [0.13, 1.15],
      [0.23, 1.2],
      [0.13, 1.25],
      [0.22, 1.5],
      [0.08, 1.58],
    ] as const),
    ...([
      [0.05, 1.66],
      [0.14, 1.7],
      [0.05, 1.75],
      [0, 1.82],
    ] as const),
  ],
};

/** Rings of a ball at `height`, from a little above its lowest point to the pole on top. */
function dome(radius: number, height: number): LatheRing[] {
  const rings = [-0.8, -0.4, 0, 0.4, 0.7, 0.9].map((turn): LatheRing => {
    const angle = (turn * Math.PI) / 2;
    return [radius * Math.cos(angle), height + radius * Math.sin(angle)];
  });
  return [...rings, [0, height + radius]];
}

/**
 * The board, with squares of side 1, in the plane z = 0 about zero; the white men stand at negative y. Has normals and
 * face colours.
 * @throws InputError if there are fewer than three segments.
 */
export function createChessboard(options: ChessboardOptions = {}): Mesh {
  const { segments } = withDefaults(CHESSBOARD_DEFAULTS, options);
  if (!Number.isInteger(segments) || segments < 3) {
    throw new InputError(`a chessboard's men need three segments at least, as an integer, not ${segments}`);
  }
  const men = BACK_RANK.flatMap((man, file) => [
    createMan(man, segments, [file - 3.5, -3.5], 'white'),
    createMan('pawn', segments, [file - 3.5, -2.5], 'white'),
    createMan('pawn', segments, [file - 3.5, 2.5], 'black'),
    createMan(man, segments, [file - 3.5, 3.5], 'black'),
  ]);
  return mergeMeshes([createSquares(), createBorder(), ...men]);
}

function createMan(man: Man, segments: number, [x, y]: readonly [number, number], side: 'white' | 'black'): Mesh {
  const { positions, triangles } = turnLathe(resample([...BASE, ...PROFILES[man]], segments + 2), segments);
  // Leaning along x becomes leaning towards the other side.
  const forward = side === 'white' ? 1 : -1;
  for (let at = 0; at < positions.length; at += 3) {
    const [along, across] = [positions[at]!, positions[at + 1]!];
    positions[at] = x - forward * across;
    positions[at + 1] = y + forward * along;
  }
  const faceColors = colorBytes(new Uint32Array(triangles.length / 3).fill(COLORS[side]));
  return createMesh({ positions, triangles, faceColors, normals: computeNormals({ positions, triangles }) });
}

/** `count` rings at equal distances along the profile, from its first to its last. */
function resample(rings: readonly LatheRing[], count: number): LatheRing[] {
  const lengths = rings.slice(1).map((ring, at) => Math.hypot(ring[0] - rings[at]![0], ring[1] - rings[at]![1]));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  return Array.from({ length: count }, (_, sample): LatheRing => {
    if (sample === count - 1) return rings.at(-1)!;
    let along = (whole * sample) / (count - 1);
    let at = 0;
    while (along > lengths[at]!) along -= lengths[at++]!;
    const [[radius, height, shift = 0], next] = [rings[at]!, rings[at + 1]!];
    const part = along / lengths[at]!;
    return [
      radius + part * (next[0] - radius),
      height + part * (next[1] - height),
      shift + part * ((next[2] ?? 0) - shift),
    ];
  });
}

type Point = readonly [number, number, number];

function createSquares(): Mesh {
  const squares = Array.from({ length: 64 }, (_, square) => {
    const [x, y] = [(square % 8) - 4, Math.floor(square / 8) - 4];
    const corners: Point[] = [
      [x, y, 0],
      [x + 1, y, 0],
      [x + 1, y + 1, 0],
      [x, y + 1, 0],
    ];
    return { corners, color: (x + y) % 2 === 0 ? COLORS.darkSquare : COLORS.lightSquare };
  });
  return createQuads(squares);
}

/** A frame about the squares, and the board's sides and underside. */
function createBorder(): Mesh {
  const outline = (halfWidth: number, z: number): Point[] => [
    [-halfWidth, -halfWidth, z],
    [halfWidth, -halfWidth, z],
    [halfWidth, halfWidth, z],
    [-halfWidth, halfWidth, z],
  ];
  const [inner, outer, under] = [outline(4, 0), outline(4.5, 0), outline(4.5, -0.4)];
  const quads = [0, 1, 2, 3].flatMap((side) => {
    const next = (side + 1) % 4;
    return [
      [outer[side]!, outer[next]!, inner[next]!, inner[side]!],
      [under[side]!, under[next]!, outer[next]!, outer[side]!],
    ];
  });
  quads.push(under.toReversed());
  return createQuads(quads.map((corners) => ({ corners, color: COLORS.border })));
}

function createQuads(quads: readonly { readonly corners: readonly Point[]; readonly color: number }[]): Mesh {
  const positions = Float32Array.from(quads.flatMap(({ corners }) => corners.flat()));
  const triangles = Uint32Array.from(quads.flatMap((_, quad) => [0, 1, 2, 0, 2, 3].map((corner) => 4 * quad + corner)));
  const faceColors = colorBytes(Uint32Array.from(quads.flatMap(({ color }) => [color, color])));
  return createMesh({ positions, triangles, faceColors, normals: computeNormals({ positions, triangles }) });
}
