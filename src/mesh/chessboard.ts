/** A chessboard with all its men at the start of a game: a scene of many parts, colours, gaps and reflections. */
import { colorBytes, packColor } from './colors.js';
import { createGrid } from './generate.js';
import { type LatheRing, turnLathe } from './lathe.js';
import { mergeMeshes } from './merge-meshes.js';
import { createMesh, type Mesh } from './mesh.js';
import { computeNormals } from './normals.js';

export interface ChessboardOptions {
  /** About each man: the default makes 66,560 triangles of the whole scene. */
  readonly segments?: number;
}

export const CHESSBOARD_DEFAULTS = { segments: 32 } as const satisfies ChessboardOptions;

type Man = 'pawn' | 'rook' | 'knight' | 'bishop' | 'queen' | 'king';

/** Squares have sides of 1, and the board lies at z = 0 with its centre at zero. */
const BACK_RANK: readonly Man[] = ['rook', 'knight', 'bishop', 'queen', 'king', 'bishop', 'knight', 'rook'];

const COLORS = {
  lightSquare: packColor(238, 217, 181),
  darkSquare: packColor(132, 85, 51),
  border: packColor(77, 45, 28),
  white: packColor(244, 238, 220),
  black: packColor(48, 44, 46),
} as const;

/** Rings that every man stands on, from the underside up. */
const BASE: readonly LatheRing[] = [
  [0, 0],
  [0.36, 0],
  [0.38, 0.04],
  [0.37, 0.1],
  [0.3, 0.15],
  [0.29, 0.19],
  [0.24, 0.24],
];

/** From the base up to the pole on top. */
const PROFILES: Readonly<Record<Man, readonly LatheRing[]>> = {
  pawn: [...neck(0.24, 0.12, 0.6), [0.2, 0.62], [0.2, 0.65], [0.11, 0.68], ...ball(0.17, 0.83)],
  rook: [...neck(0.26, 0.17, 0.7), [0.24, 0.76], [0.26, 0.8], [0.26, 0.98], [0.19, 0.98], [0.19, 0.9], [0, 0.9]],
  knight: [
    [0.2, 0.3],
    [0.19, 0.42, -0.03],
    [0.2, 0.55, -0.05],
    [0.21, 0.68, -0.03],
    [0.22, 0.8, 0.02],
    [0.21, 0.9, 0.1],
    [0.17, 0.99, 0.18],
    [0.11, 1.06, 0.22],
    [0.05, 1.1, 0.22],
    [0, 1.12, 0.22],
  ],
  bishop: [...neck(0.24, 0.11, 0.8), [0.21, 0.83], [0.21, 0.86], [0.11, 0.9], ...ball(0.16, 1.05), ...knob(0.045, 1.22)],
  queen: [
    ...neck(0.26, 0.12, 1.05),
    [0.22, 1.08],
    [0.22, 1.12],
    [0.13, 1.16],
    [0.24, 1.4],
    [0.18, 1.38],
    [0.1, 1.44],
    ...knob(0.06, 1.5),
  ],
  king: [
    ...neck(0.27, 0.13, 1.15),
    [0.23, 1.18],
    [0.23, 1.22],
    [0.14, 1.26],
    [0.22, 1.5],
    [0.16, 1.55],
    [0.05, 1.58],
    [0.05, 1.64],
    [0.13, 1.68],
    [0.05, 1.72],
    [0.05, 1.79],
    [0, 1.8],
  ],
};
