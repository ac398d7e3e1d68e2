/** The ground of `tilecast render`, on which volumes and meshes stand. */
import { type Camera, createGround, type MeshScene, viewDirection } from '../../../index.js';
import { parseViewName } from '../../../lab.js';
import { optional, parseOpaqueColor, parseVec3 } from '../../../recipe/parse-options.js';
import type { Subject } from '../../../recipe/view-options.js';
import type { RenderArguments } from '../render-options.js';

type Ground = MeshScene['meshes'][number];

/** Makes what lays the ground below a subject: it faces the vertical of the camera that looks at it. */
export type GroundChoice = (subject: Subject) => (camera: Camera) => Ground;

/** Undefined where there is none. @throws InputError that names the option. */
export function chooseGround({ ground, up, view }: RenderArguments): GroundChoice | undefined {
  const color = optional('ground', ground, parseOpaqueColor);
  const direction = optional('up', up, parseVec3);
  const name = view === undefined ? undefined : parseViewName(view);
  if (!color) return undefined;
  return ({ corners, axes, defaultDirection }) => {
    // Recipes of earlier versions hold cameras without a vertical, which was that of the view.
    const ofView = direction ?? (name === undefined ? defaultDirection : viewDirection(name, axes)).up;
    // Frames of one vertical share a mesh, and so its tree.
    let laid: { readonly key: string; readonly ground: Ground } | undefined;
    return ({ vertical = ofView }) => {
      const key = vertical.join();
      if (laid?.key !== key) laid = { key, ground: { mesh: createGround(corners, vertical), color } };
      return laid.ground;
    };
  };
}
