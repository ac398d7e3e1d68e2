/** The JSON Schema of recipes of slices. */
import type { Option } from './option.js';
import type { JsonSchema } from './option-types.js';
import { SLICE_OPTIONS } from './options/slice-options.js';
import { RECIPE_VERSION } from './recipe-json.js';
import { FILE } from './schema.js';

/** A JSON Schema (2020-12) of the recipes that pictures of slices hold: options as on the command line. */
export function sliceRecipeSchema(): JsonSchema {
  const options = Object.entries<Option>(SLICE_OPTIONS)
    .filter(([name, { isUnrecorded }]) => !isUnrecorded && name !== 'mask')
    .map(([name, option]) => [name, optionSchema(option)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'tilecast recipe of slices',
    description:
      'A picture of slices as a value, for tilecast slices --replay. Options are texts, as on the command line.',
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

function optionSchema({ type, describe, repeatable, default: value }: Option): JsonSchema {
  const one: JsonSchema = type.isSwitch ? type.schema : { type: 'string' };
  return {
    description: describe,
    ...(repeatable ? { type: 'array', items: one } : one),
    ...(value !== undefined && { default: value }),
  };
}
