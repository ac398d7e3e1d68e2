/** A chessboard at the start of a game, as T. Tsiodras' CUDA ray tracer has one: 65,682 triangles. */
import { type Camera, createShading, type Mesh, type MeshScene } from 'tilecast';
import { createChessboard } from 'tilecast/lab';

export const LIGHT = [-0.6, -0.5, 1] as const;

export const CAMERA = {
  projection: 'perspective',
  eye: [-3.2, -8.5, 4.4],
  target: [0.2, -0.8, 0],
  up: [0, 0, 1],
  fovDegrees: 38,
} as const satisfies Camera;

export const BOARD: Mesh = createChessboard();

/** A scene without shadows, mirrors or ambient occlusion. */
export const PLAIN: MeshScene = {
  meshes: [{ mesh: BOARD }],
  shading: createShading({ light: LIGHT, ambient: 0.3 }),
  background: [0.6, 0.7, 0.85],
};

export const MIRRORS: MeshScene = { ...PLAIN, meshes: [{ mesh: BOARD, reflectivity: 0.3 }], shadows: true };
