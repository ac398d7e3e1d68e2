/**
 * The slice that is shown of a volume whose noise hides all others, or whose slices are few and far apart or without depth, and the subject
 * of a CT without its rest, where nothing else is asked for.
 */
import type { SliceReason } from '../../../index.js';
import { keepMiddle, voxelsOfSubject } from '../../../lab.js';
import type { Appearance } from '../appearance.js';
import type { Parts } from '../parts.js';
import { type CropBox, OPEN_END, type SceneChoice } from '../scene-choice.js';
import { gridOf, type SceneData } from '../scene-data.js';

/**
 * Whether a few slices far apart are shown by one: nothing else is cut or masked by the caller, and no volume is fused that an opaque slice
 * would hide, or all but one slice is cut away.
 * @param isMasked whether labels of another volume are shown with it.
 */
export function showsSlice(
  { pages, fused = [] }: Pick<SceneData, 'pages' | 'fused'>,
  choice: SceneChoice,
  isMasked: boolean,
): boolean {
  const { crop } = choice;
  const isSlice = crop?.first.some((first, axis) => first === crop.last[axis]) === true;
  const isWhole = fused.length === 0 && !isCut(choice);
  return !pages && !isMasked && !choice.labels && (isSlice || isWhole);
}

const isCut = ({ clip, crop, cropWorld, slabThickness }: SceneChoice) =>
  crop !== undefined || cropWorld !== undefined || slabThickness !== undefined || clip.length > 0;

/**
 * The choice with a crop to the middle slice or to the subject, where the default appearance is worth no more, and nothing is cut or masked by
 * the caller. Where one slice is left, by the caller's crop too, a sheet in its middle is seen.
 */
export function settleSlice<Choice extends SceneChoice>(
  parts: Parts,
  data: SceneData,
  choice: Choice,
  { sliceAxis, subject }: Pick<Appearance, 'sliceAxis' | 'subject'>,
): Choice {
  const grid = gridOf(data);
  if (!grid || data.pages || data.labels || choice.labels) return choice;
  if (subject && !isCut(choice)) {
    return parts.keep('settled subject', [choice, grid, subject], () => ({
      ...choice,
      crop: voxelsOfSubject(subject, grid.sizes),
    }));
  }
  if (sliceAxis === undefined) return choice;
  const crop = isCut(choice) ? choice.crop : sliceOf(grid.sizes[sliceAxis], sliceAxis);
  const index = crop?.first[sliceAxis];
  if (index === undefined || index !== crop?.last[sliceAxis] || index >= grid.sizes[sliceAxis]) return choice;
  return parts.keep('settled slice', [choice, grid, sliceAxis], () => ({
    ...choice,
    crop,
    // Paths of light go through a sheet.
    ...(choice.quality !== 'path' && { clip: [...choice.clip, ...keepMiddle(grid, sliceAxis, index)] }),
  }));
}

function sliceOf(size: number, sliceAxis: 0 | 1 | 2): CropBox {
  const along = (middle: number, others: number) =>
    [0, 1, 2].map((axis) => (axis === sliceAxis ? middle : others)) as unknown as CropBox['first'];
  const middle = Math.floor(size / 2);
  return { first: along(middle, 0), last: along(middle, OPEN_END) };
}

/** Reasons to show the middle slice, as what is said of the volume. */
const REASONS: Record<SliceReason, string> = {
  noise: 'is noise as bright as its signal, as of phases',
  flat: 'is a few slices without much depth',
  apart: 'has a few slices far apart, with nothing known between them',
  thick: 'is a few slices that are far thicker than their voxels are wide',
  grainy: 'is thick slices without smooth surfaces, as maps of diffusion are',
  cropped: 'is a block that tissue fills to its sides, whose surface is where it was cut',
  field:
    'has values of both signs up to its sides, as components of fields have, whose slices show more than cut-off blobs',
};

/** The line about it; undefined where nothing was cut. */
export function describeSlice(
  name: string,
  given: SceneChoice,
  settled: SceneChoice,
  { sliceReason, subject }: Pick<Appearance, 'sliceReason' | 'subject'>,
): string | undefined {
  if (given.crop === settled.crop) return undefined;
  if (subject)
    return `${name}: has thin parts apart from the others, such as a head rest or a table, which are cut away; --crop :,:,: shows all of it`;
  if (!sliceReason) return undefined;
  const cut = `${name}: ${REASONS[sliceReason]}, so that the middle one alone is shown; --crop :,:,: shows all of them`;
  return sliceReason === 'noise'
    ? `${name}: ${REASONS.noise}, so that its middle slice alone is shown; --crop :,:,: shows all of it, and --mask FILE what lies in a mask`
    : cut;
}

/**
 * The line about a volume whose kind is shown otherwise than somebody may expect: as an opaque block, as a glow, or as a box with
 * nothing in it.
 */
export function describeKind(
  name: string,
  { statistics }: Pick<SceneData, 'statistics'>,
  { kind, sliceReason, transfer }: Pick<Appearance, 'kind' | 'sliceReason' | 'transfer'>,
): string | undefined {
  if (kind === 'density') {
    const level = Number(transfer.opacities[0]!.value.toPrecision(3));
    return `${name}: is a density, and is shown from ${level} on, which stands out from what is around it; --threshold LO shows another part`;
  }
  if (kind === 'dose') {
    return `${name}: is a dose of radiation, and is shown as a glow in the colours of isodoses, from a tenth of the largest on; --voxels values shows a surface`;
  }
  // Missing voxels leave the others a shape.
  if (kind === 'constant' && statistics?.missingCount === 0) {
    return `${name}: all of its voxels have one value, so that only its box is seen`;
  }
  return kind === 'texture' && !sliceReason
    ? `${name}: is bright and dark everywhere, so that nothing can be seen through it, and is shown as a block in grey; --crop cuts into it, and --transfer NAME shows it otherwise`
    : undefined;
}
