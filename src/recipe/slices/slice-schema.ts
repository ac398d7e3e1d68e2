/** The JSON Schema of recipes of slices. */
import type { Option } from '../options/option.js';
import type { JsonSchema } from '../options/option-types.js';
import { SLICE_OPTIONS } from '../options/slice-options.js';
import { RECIPE_VERSION } from '../recipe-json.js';
import { FILE, optionSchema } from '../schema.js';

/** A JSON Schema (2020-12) of the recipes that pictures of slices hold. */
export function sliceRecipeSchema(): JsonSchema {
  const options = Object.entries<Option>(SLICE_OPTIONS)
    .filter(([name, { isUnrecorded }]) => !isUnrecorded && name !== 'mask')
    .map(([name, option]) => [name, optionSchema(name, option)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'tilecast recipe of slices',
    description:
      'A picture of slices as a value, for tilecast slices --replay. Options are as on the command line: as text, or as the numbers and lists that stand for it.',
    type: 'object',
    properties: {
      version: { const: RECIPE_VERSION },
      inputs: { description: 'Volumes, and meshes beside them', type: 'array', items: FILE, minItems: 1 },
      mask: { ...FILE, description: SLICE_OPTIONS.mask.describe },
      ...Object.fromEntries(options),
      tilecast: { description: 'The version of tilecast that made the picture', type: 'string' },
    },
    required: ['version', 'inputs'],
    additionalProperties: false,
  };
}
