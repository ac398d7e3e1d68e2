/** Options of `tilecast convert --isosurface`. */
import { WRITABLE_MESHES } from '../../index.js';
import { fail, optional, parseChoice, parseOptionNumber } from '../../recipe/parse/parse-options.js';
import type { AdapterArguments } from '../arguments/adapter-options.js';

export const ISOSURFACE_OPTIONS = {
  isosurface: {
    type: 'string',
    describe: 'Write the isosurface at this value, closed, facing outwards',
  },
  open: {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Leave the isosurface open at the faces of the volume',
  },
  inside: {
    type: 'string',
    describe: 'Values inside the isosurface: above (default), or below, as in signed distances',
  },
} as const;

export interface IsosurfaceArguments extends AdapterArguments {
  readonly isosurface: string | undefined;
  readonly open?: boolean | undefined;
  readonly inside?: string | undefined;
}

const SIDES = ['above', 'below'] as const;

/** The isovalue, if one is given. @throws InputError for an output that is no mesh. */
export function chooseIsosurface(
  { isosurface, open, inside }: IsosurfaceArguments,
  isMesh: boolean,
): number | undefined {
  const isoValue = optional('isosurface', isosurface, parseOptionNumber);
  if (isoValue !== undefined && !isMesh)
    fail(`--isosurface: is a mesh; end its name in ${WRITABLE_MESHES.join(' or ')}`);
  if (isoValue === undefined && open) fail('--open: is for --isosurface, which names a value');
  if (isoValue === undefined && inside !== undefined) fail('--inside: is for --isosurface, which names a value');
  chooseSide(inside);
  return isoValue;
}

/** The side of the isosurface that is asked for, if one is. */
export const chooseSide = (text: string | undefined) =>
  optional('inside', text, (name, side) => parseChoice(name, side, SIDES));
