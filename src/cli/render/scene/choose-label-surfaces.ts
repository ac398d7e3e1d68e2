/** The surfaces of labels that the options of `tilecast render` ask for. */
import {
  type Gpu,
  type HalfSpace,
  InputError,
  LABEL_SURFACE_DEFAULTS,
  type Mask,
  type PosedMesh,
} from '../../../index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { createLabelMeshes, type LabelMesh, withLabelColors } from '../../../recipe/scene/label-surfaces.js';
import { showProgress } from '../../read-volume-input.js';

export interface LabelSurfaces {
  /** One for each opacity, in the labels' colours. */
  readonly meshes: readonly PosedMesh[];
  /** The labels of their triangles, which follow each other. */
  readonly parts: LabelMesh['parts'];
  /** The labels with their colours, for legends. */
  readonly mask: Mask;
}

/** @param clip half-spaces that the surfaces are cut to. */
export type LabelSurfacesChoice = (mask: Mask, clip: readonly HalfSpace[], gpu: Promise<Gpu>) => Promise<LabelSurfaces>;

/** Options of volumes that do not apply where only labels' surfaces are shown. */
const OF_VALUES = ['mode', 'iso', 'transfer', 'window'] as const;

/** Undefined where there are none. @throws InputError that names the option. */
export function chooseLabelSurfaces(values: OptionValues): LabelSurfacesChoice | undefined {
  const { 'label-smoothing': smoothing } = values;
  if (!values['label-surfaces']) {
    return smoothing === undefined ? undefined : fail('--label-smoothing: is for --label-surfaces');
  }
  if (values.split !== undefined) fail('--split: cuts no surfaces of labels; leave out --label-surfaces');
  return async (given, clip, gpu) => {
    const mask = withLabelColors(given);
    const meshes = await extract(await gpu, mask, { smoothing: smoothing ?? LABEL_SURFACE_DEFAULTS.smoothing, clip });
    if (meshes.length === 0) {
      const numbers = mask.styles.map(({ label }) => label).join(', ');
      fail(`--label-surfaces: no voxel${clip.length > 0 ? ' that the cuts leave' : ''} has a label of ${numbers}`);
    }
    return { meshes: meshes.map(({ posed }) => posed), parts: meshes.flatMap(({ parts }) => parts), mask };
  };
}

/** @throws InputError for options of values, where there are only labels. */
export function refuseOptionsOfValues(values: OptionValues): void {
  const stray = OF_VALUES.find((name) => values[name] !== undefined);
  if (stray) {
    fail(`--${stray}: is for values, and --label-surfaces shows labels; name these by --mask to show both`);
  }
}

async function extract(gpu: Gpu, mask: Mask, options: { smoothing: number; clip: readonly HalfSpace[] }) {
  try {
    return await showProgress(
      (report) => createLabelMeshes(gpu, mask, { ...options, onProgress: (share) => report(share, 1) }),
      'labels',
    );
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new InputError(`--label-surfaces: ${cause.message}`, { cause });
  }
}
