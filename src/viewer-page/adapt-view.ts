/** A view's text for a page that holds other files than those that the view was made of. */
import { InputError } from '../index.js';
import { parseJson } from '../lab.js';
import { OPTION_NAMES, OPTIONS } from '../recipe/options.js';
import type { PackedInputs } from './pack-inputs.js';

/** Names of options that say what is taken of files: a volume that was written anew is that already. */
export const SELECTING: readonly string[] = OPTION_NAMES.filter(
  (name) => OPTIONS[name].part === 'input' && !['mask', 'transform', 'deform', 'animation'].includes(name),
);

type Fields = Readonly<Record<string, unknown>>;

/**
 * @param view a recipe as JSON, of a picture or of a saved view.
 * @throws InputError where the view counts voxels that the page has fewer of.
 */
export function adaptView(view: string, { isConverted, unit }: Pick<PackedInputs, 'isConverted' | 'unit'>): string {
  if (!isConverted) return view;
  const recipe = Object.fromEntries(
    Object.entries(parseJson(view) as Fields).filter(([name]) => !SELECTING.includes(name)),
  );
  if (unit === undefined) return JSON.stringify(recipe);
  const { resolved, viewer } = recipe as { readonly resolved?: Fields; readonly viewer?: Fields };
  if (recipe['crop'] !== undefined || viewer?.['crop'] !== undefined) {
    throw new InputError(
      'the crop counts voxels, of which the page holds fewer; crop in world units, or let the page be larger',
    );
  }
  // Opacities stay those of the length for which they were chosen.
  const measured = (fields: Fields) =>
    fields['transfer'] ? { ...fields, transfer: { unit, ...Object(fields['transfer']) } } : fields;
  // Fewer voxels would choose another.
  const chosen =
    recipe['label-surfaces'] === undefined && resolved?.['transfer'] ? { transfer: resolved['transfer'] } : {};
  return JSON.stringify({
    ...recipe,
    ...(resolved && { resolved: measured(resolved) }),
    ...(viewer && { viewer: measured({ ...chosen, ...viewer }) }),
  });
}
