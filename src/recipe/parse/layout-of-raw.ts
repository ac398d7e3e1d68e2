/** The layout of an input of nothing but voxels, by the options that say it. */
import type { RawLayout, Vec3 } from '../../index.js';
import { parseRawLayout } from '../../lab.js';

/** Undefined where no option says it. @throws InputError that names the option. */
export function layoutOfRaw(values: {
  readonly raw?: string | undefined;
  readonly spacing?: Vec3 | undefined;
}): RawLayout | undefined {
  if (values.raw === undefined) return undefined;
  return { ...parseRawLayout(values.raw), ...(values.spacing && { spacings: values.spacing }) };
}
