/** The ground of `tilecast render`, on which volumes and meshes stand. */
import { createGround, type MeshScene, viewDirection } from '../../../index.js';
import { parseViewName } from '../../../lab.js';
import { optional, parseOpaqueColor, parseVec3 } from '../../../options/parse-options.js';
import type { Subject } from '../../../options/view-options.js';
import type { RenderArguments } from '../render-options.js';

/** The ground below a subject, which is up where the view has it before the camera is raised. */
export type GroundChoice = (subject: Subject) => MeshScene['meshes'][number];

/** Undefined where there is none. @throws InputError that names the option. */
export function chooseGround({ ground, up, view }: RenderArguments): GroundChoice | undefined {
  const color = optional('ground', ground, parseOpaqueColor);
  const direction = optional('up', up, parseVec3);
  const name = view === undefined ? undefined : parseViewName(view);
  if (!color) return undefined;
  return ({ corners, axes, defaultDirection }) => ({
    mesh: createGround(corners, direction ?? (name === undefined ? defaultDirection : viewDirection(name, axes)).up),
    color,
  });
}
