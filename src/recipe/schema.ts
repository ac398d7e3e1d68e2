/** The JSON Schema of recipes, by which other programs check what they send. */
import type { Option } from './options/option.js';
import type { JsonSchema } from './options/option-types.js';
import { OPTIONS } from './options.js';
import { RECIPE_VERSION } from './recipe-json.js';

export const FILE: JsonSchema = {
  description: 'A file by its path, with the SHA-256 of its bytes where they are known',
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: { path: { type: 'string' }, sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
      required: ['path'],
      additionalProperties: false,
    },
  ],
};

const VECTOR: JsonSchema = { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 };

const CAMERA: JsonSchema = {
  description: 'The camera in the world; without one the options fit and turn a view',
  type: 'object',
  properties: {
    projection: { enum: ['perspective', 'orthographic'] },
    eye: VECTOR,
    target: VECTOR,
    up: VECTOR,
    vertical: VECTOR,
    fovDegrees: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 180 },
    height: { type: 'number', exclusiveMinimum: 0 },
  },
  required: ['projection', 'eye', 'target', 'up'],
};

const TRANSFER: JsonSchema = {
  description: 'A transfer function: piecewise linear in the data’s values, constant beyond the ends',
  type: 'object',
  properties: { colors: { type: 'array' }, opacities: { type: 'array' } },
  required: ['colors', 'opacities'],
};

/** Options that a recipe may hold the content of a file for. */
const CONTENTS: Readonly<Record<string, JsonSchema>> = {
  transfer: TRANSFER,
  'fused-transfer': TRANSFER,
  mask: FILE,
  environment: FILE,
};

function valueSchema(name: string, { type }: Option): JsonSchema {
  if (type.isSwitch) return type.schema;
  const own = Object.hasOwn(CONTENTS, name) ? [CONTENTS[name]!] : [];
  const isText = type.schema['type'] === 'string' && own.length === 0;
  return isText ? type.schema : { anyOf: [...own, type.schema, { type: 'string' }] };
}

/** The values that a recipe may have for an option. */
export function optionSchema(name: string, option: Option): JsonSchema {
  const { describe, repeatable, default: value } = option;
  const one = valueSchema(name, option);
  return {
    description: describe,
    ...(repeatable ? { type: 'array', items: one } : one),
    ...(value !== undefined && { default: value }),
  };
}

/** A JSON Schema (2020-12) of the recipes that are written today. */
export function recipeSchema(): JsonSchema {
  const options = Object.entries<Option>(OPTIONS)
    .filter(([name, { isUnrecorded }]) => !isUnrecorded && name !== 'camera')
    .map(([name, option]) => [name, optionSchema(name, option)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'tilecast recipe',
    description:
      'A picture as a value, for tilecast render --replay. Options are as on the command line: as text, or as the numbers and lists that stand for it.',
    type: 'object',
    properties: {
      version: { const: RECIPE_VERSION },
      inputs: { description: 'Volumes, meshes, or both', type: 'array', items: FILE, minItems: 1 },
      ...Object.fromEntries(options),
      camera: CAMERA,
      resolved: {
        description: 'What followed from the data when the picture was made',
        type: 'object',
        properties: {
          transfer: TRANSFER,
          time: { description: 'Time of a motion, from 0 to 1', type: 'number', minimum: 0, maximum: 1 },
          cameraFile: { type: 'string' },
        },
        additionalProperties: false,
      },
      tilecast: { description: 'The version of tilecast that made the picture', type: 'string' },
      made: {
        description: 'What made the picture, which changes nothing in it',
        type: 'object',
        properties: { shape: { type: 'string' }, adapter: { type: 'string' } },
      },
      viewer: { description: 'The state of a viewer that saved it', type: 'object' },
    },
    required: ['version', 'inputs'],
    additionalProperties: false,
  };
}
