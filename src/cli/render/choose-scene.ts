/** What the options of `tilecast render` show of a volume, and how it looks. */
import {
  type Camera,
  createMask,
  cropToVoxels,
  cropToWorld,
  type HalfSpace,
  InputError,
  type LabelStyle,
  type Mask,
  RENDER_MODES,
  type RenderMode,
  thickSlab,
  type Vec3,
  type Volume,
} from '../../index.js';
import { type OpenFileOptions, openInputs } from '../../node/index.js';
import {
  fail,
  optional,
  parseChoice,
  parseLabels,
  parseNumber,
  parseNumbers,
  parsePositive,
  parseRanges,
} from '../parse-options.js';
import { readVolumeInput } from '../read-volume-input.js';
import { say } from '../say.js';
import type { RenderArguments } from './render-options.js';

export interface ChosenMode {
  readonly mode: RenderMode;
  readonly isoValue?: number;
}

/**
 * Parses the mode; without one, it is what the transfer function was made for.
 * @throws InputError if the mode and the isovalue do not go together.
 */
export function chooseMode(args: RenderArguments, hint: RenderMode = 'composite'): ChosenMode {
  const isoValue = optional('iso', args.iso, parseNumber);
  const unsaid = isoValue === undefined ? hint : 'isosurface';
  const mode = args.mode === undefined ? unsaid : parseChoice('mode', args.mode, RENDER_MODES);
  if (mode === 'isosurface' && isoValue === undefined) fail('--iso: name the value of the isosurface');
  if (mode !== 'isosurface' && isoValue !== undefined) fail('--iso: is for --mode isosurface');
  return { mode, ...(isoValue !== undefined && { isoValue }) };
}

/** Parses the cuts; crops need the volume, and a slab the camera, without which it is left out. */
export function chooseClip(args: RenderArguments): (volume: Volume, camera?: Camera) => HalfSpace[] {
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
  return (volume, camera) => [
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
  ];
}

/** A mask and the file that it is from. */
export interface ChosenMask {
  readonly mask: Mask;
  readonly path: string;
  readonly sha256: () => Promise<string>;
  /** The paths of the files that were read. */
  readonly files: () => readonly string[];
}

/** Reads the mask's labels; all but 0 are shown where none are named. */
export async function chooseMask(args: RenderArguments, where?: OpenFileOptions): Promise<ChosenMask | undefined> {
  const styles = optional('labels', args.labels, parseLabels);
  const path = args.mask;
  if (path === undefined) return styles ? fail('--labels: is for --mask, which names the label volume') : undefined;
  const [input] = await openInputs([path], where);
  const { volume, labels, notes } = await readVolumeInput(
    input!,
    styles ? { labels: styles.map(({ label }) => label) } : {},
  );
  for (const note of notes) say(note);
  const named =
    labels && labels.length > 0 ? labels.map(({ label, color }) => ({ label, ...(color && { color }) })) : undefined;
  const mask = nameMask(path, () =>
    createMask({ labels: volume, styles: styles ?? named ?? listLabels(volume, path) }),
  );
  return { mask, path, sha256: input!.sha256, files: input!.files };
}

function nameMask(path: string, create: () => Mask): Mask {
  try {
    return create();
  } catch (cause) {
    if (!(cause instanceof InputError) || cause.message.startsWith(`${path}: `)) throw cause;
    throw new InputError(`${path}: ${cause.message}`, { cause });
  }
}

/** More than any atlas has; a Set of JavaScript holds 16 million. */
const LABELS_MAX = 1 << 16;

/** Whoever has more of them, or negative ones, has probably named the wrong volume. */
const USUAL_LABELS_MAX = 2000;

function listLabels({ voxels }: Volume, path: string): LabelStyle[] {
  const known = new Set<number>();
  for (let index = 0; index < voxels.length && known.size <= LABELS_MAX; index++) known.add(voxels[index]!);
  if (known.size > LABELS_MAX) {
    fail(
      `${path}: has more than ${LABELS_MAX} different values, and is no label volume; name one, or --labels of this one`,
    );
  }
  const labels = [...known].filter((label) => label !== 0).sort((a, b) => a - b);
  if (labels.length === 0) fail(`${path}: has no label but 0, so nothing would be shown`);
  if (labels.length > USUAL_LABELS_MAX || labels[0]! < 0) {
    const range = `${labels.length} different values from ${labels[0]} to ${labels.at(-1)}`;
    say(`${path}: has ${range}, which hardly are labels; all but 0 are shown, and --labels names fewer`);
  }
  return labels.map((label) => ({ label }));
}
