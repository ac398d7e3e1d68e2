/** The ground of `tilecast render`, on which volumes and meshes stand. */
import { type Camera, createGround, type MeshScene, verticalOf, viewDirection } from '../../../index.js';
import type { OptionValues } from '../../../recipe/options.js';
import type { Subject } from '../../../recipe/scene/view-options.js';

type Ground = MeshScene['meshes'][number];

/** Makes what lays the ground below a subject: it faces the vertical of the camera that looks at it. */
export type GroundChoice = (subject: Subject) => (camera: Camera) => Ground;

/** Undefined where there is none. */
export function chooseGround({ ground: color, up: direction, view: name }: OptionValues): GroundChoice | undefined {
  if (!color) return undefined;
  return ({ corners, axes, defaultDirection, front }) => {
    // Recipes of earlier versions hold cameras without a vertical, which was that of the view.
    const ofView = direction ?? verticalOf(name === undefined ? defaultDirection : viewDirection(name, axes, front));
    // Frames of one vertical share a mesh, and so its tree.
    let laid: { readonly key: string; readonly ground: Ground } | undefined;
    return ({ vertical = ofView }) => {
      const key = vertical.join();
      if (laid?.key !== key) laid = { key, ground: { mesh: createGround(corners, vertical), color } };
      return laid.ground;
    };
  };
}
