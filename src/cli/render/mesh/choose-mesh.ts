/** The appearance and the motion of meshes that the options of `tilecast render` ask for. */
import { CREASE_DEFAULTS, type Cull, type DeformationName, type Vec3 } from '../../../index.js';
import type { AnimationChoice } from '../../../recipe/meshes/mesh-animations.js';
import type { MeshPlacement } from '../../../recipe/meshes/mesh-space.js';
import { MOTION_FRAMES } from '../../../recipe/options/output-options.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { chooseLightPaths, type LightPathChoice } from '../scene/choose-light-paths.js';
import { chooseValues, type ValueColorChoice } from './mesh-values.js';
import { parseTransform } from './parse-transform.js';

export interface Motion {
  readonly option: 'deform' | 'animation';
  readonly frames: number;
}

export interface MeshChoice extends LightPathChoice {
  readonly cull: Cull;
  readonly smooth: boolean;
  /** Degrees from 0 to 180. */
  readonly creaseDegrees: number;
  readonly shadows: boolean;
  /** Colour of all meshes, or of each: red, green and blue from 0 to 1; undefined is the renderer's default. */
  readonly colors: readonly Vec3[] | undefined;
  /** Whether meshes that have colours keep them. */
  readonly ownColors: boolean;
  /** Values that give meshes their colours; undefined where they have their own. */
  readonly valueColors: ValueColorChoice | undefined;
  readonly opacities: readonly number[] | undefined;
  readonly reflectivities: readonly number[] | undefined;
  readonly transforms: readonly MeshPlacement[] | undefined;
  readonly deformation: DeformationName | undefined;
  readonly animation: AnimationChoice | undefined;
  /** The option that makes several frames of one period, of which frame i is at the time i / frames. */
  readonly motion: Motion | undefined;
  readonly slabs: number | 'auto';
}

/** @throws InputError that names the option. */
export async function chooseMesh(values: OptionValues): Promise<MeshChoice> {
  return {
    ...chooseLightPaths(values),
    cull: values.cull,
    smooth: !values.flat,
    creaseDegrees: values.crease ?? CREASE_DEFAULTS.angleDegrees,
    shadows: values.shadows,
    colors: values['mesh-color'],
    ownColors: values['own-colors'],
    valueColors: chooseValues(values),
    opacities: values['mesh-opacity'],
    reflectivities: values.reflectivity,
    transforms:
      values.transform && (await Promise.all(values.transform.map((text) => parseTransform('transform', text)))),
    ...chooseMotion(values),
    slabs: values.slabs,
  };
}

function chooseMotion({
  frames,
  deform: deformation,
  animation,
}: OptionValues): Pick<MeshChoice, 'deformation' | 'animation' | 'motion'> {
  if (deformation && animation) fail('--animation: leave out either this or --deform');
  const option = deformation ? 'deform' : animation && animation.seconds === undefined ? 'animation' : undefined;
  const count = frames?.count;
  if (count !== undefined && !option) {
    fail('--frames: a number is for --deform or --animation, which name what moves; A-B is a range');
  }
  return { deformation, animation, motion: option && { option, frames: count ?? MOTION_FRAMES } };
}
