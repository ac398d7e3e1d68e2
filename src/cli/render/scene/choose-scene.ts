/** The visible part of a volume and its appearance, by the options of `tilecast render`. */
import {
  type Camera,
  cropToVoxels,
  cropToWorld,
  cutsOf,
  type HalfSpace,
  type Isosurface,
  RENDER_MODES,
  type RenderMode,
  thickSlab,
  type Vec3,
  type Volume,
} from '../../../index.js';
import {
  fail,
  optional,
  parseChoice,
  parseIsosurfaces,
  parseNumbers,
  parsePositive,
  parseRanges,
} from '../../../recipe/parse-options.js';
import type { RenderArguments } from '../render-options.js';

export interface ChosenMode {
  readonly mode: RenderMode;
  readonly isoValue?: number;
  readonly isosurfaces?: readonly Isosurface[];
}

/**
 * Parses the mode; without one, it is what the transfer function was made for.
 * @throws InputError if the mode and the isovalue do not go together.
 */
export function chooseMode(args: RenderArguments, hint: RenderMode = 'composite'): ChosenMode {
  const surfaces = optional('iso', args.iso, parseIsosurfaces);
  const unsaid = surfaces === undefined ? hint : 'isosurface';
  const mode = args.mode === undefined ? unsaid : parseChoice('mode', args.mode, RENDER_MODES);
  if (mode === 'isosurface' && surfaces === undefined) fail('--iso: name the value of the isosurface');
  if (mode !== 'isosurface' && surfaces !== undefined) fail('--iso: is for --mode isosurface');
  if (args.preintegrated && mode !== 'composite')
    fail(`--preintegrated: pre-integration is for the mode composite, not for ${mode}`);
  const [first, ...others] = surfaces ?? [];
  if (!first) return { mode };
  const isPlain = others.length === 0 && first.color === undefined && first.opacity === undefined;
  return isPlain ? { mode, isoValue: first.value } : { mode, isosurfaces: surfaces! };
}

type VoxelGrid = Pick<Volume, 'sizes' | 'indexToWorld'>;

/** Parses the cuts of volumes; crops need the first of them, and a slab the camera, without which it is left out. */
export function chooseClip(
  args: RenderArguments,
): (volumes: readonly [VoxelGrid, ...VoxelGrid[]], camera?: Camera) => HalfSpace[] {
  const planes = (args.clip ?? []).map((text) => {
    const [x, y, z, offset] = parseNumbers('clip', text, ['NX', 'NY', 'NZ', 'D']) as [number, number, number, number];
    if (x === 0 && y === 0 && z === 0) fail(`--clip: "${text}" has no direction`);
    return { normal: [x, y, z] as const, offset };
  });
  const voxels = optional('crop', args.crop, parseRanges);
  const world = optional('crop-world', args['crop-world'], parseRanges);
  const thickness = optional('slab-thickness', args['slab-thickness'], parsePositive);
  const worldEnds =
    world &&
    [0, 1].map(
      (end) =>
        world.map((range) => range[end] ?? fail('--crop-world: needs both ends of every range')) as unknown as Vec3,
    );
  return (volumes, camera) => {
    const [volume] = volumes;
    return cutsOf(volumes, [
      ...planes,
      ...(voxels
        ? cropToVoxels(
            volume,
            voxels.map(([low]) => low ?? 0) as unknown as Vec3,
            voxels.map(([, high], axis) => high ?? volume.sizes[axis]! - 1) as unknown as Vec3,
          )
        : []),
      ...(worldEnds ? cropToWorld(worldEnds[0]!, worldEnds[1]!) : []),
      ...(thickness === undefined || !camera ? [] : thickSlab(camera, thickness)),
    ]);
  };
}
