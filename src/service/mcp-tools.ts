/** The tools that agents are given: what is in a file, pictures of it, measures, other formats. */
import { InputError, WRITABLE_MESHES, WRITABLE_VOLUMES } from '../index.js';
import type { JsonSchema } from '../recipe/options/option-types.js';
import { recipeSchema } from '../recipe/schema.js';
import { sliceRecipeSchema } from '../recipe/slices/slice-schema.js';
import type { Tool, ToolContent } from './mcp.js';
import type { PictureKind, ServiceAnswer } from './service.js';

export interface ToolContext {
  /** Makes a picture for a recipe. */
  readonly draw: (kind: PictureKind, recipe: object, signal: AbortSignal) => Promise<ServiceAnswer>;
  /** Runs a command, and gives what it prints. @throws InputError where it refuses. */
  readonly run: (args: readonly string[], signal: AbortSignal) => Promise<string>;
  /** The path of a file that is read. @throws InputError unless it may be. */
  readonly input: (path: string) => Promise<string>;
  /** The path of a file that is written. @throws InputError unless it may be. */
  readonly output: (path: string) => Promise<string>;
}

/** Answers are read by whoever pays for each word. */
const LINES_MAX = 100;
/** Pixels along each side of the pictures that agents look at. */
const SIDE_MAX = 2048;

/** Fields of recipes of pictures that were made. */
const RECORDED = ['version', 'tilecast', 'resolved', 'made', 'viewer'];

export function listTools({ draw, run, input, output }: ToolContext): readonly Tool[] {
  return [
    {
      name: 'info',
      description:
        'Describes a volume, a mesh, or a folder of DICOM files: format, sizes, spacing, values, series, as JSON',
      inputSchema: schemaOf({ input: FILE }, ['input']),
      isReadOnly: true,
      call: async (given, signal) => {
        const { input: path } = checkTexts(given, ['input']);
        return [text(await run(['info', await input(path!), '--json'], signal))];
      },
    },
    {
      name: 'render',
      description:
        'Renders volumes and meshes to a picture. Without options it chooses colours and the view; azimuth and elevation turn it, transfer names colours, mode and iso choose projections and surfaces',
      inputSchema: recipeArguments(recipeSchema()),
      isReadOnly: true,
      call: (given, signal) => answerPicture('render', given, signal, draw),
    },
    {
      name: 'slices',
      description:
        'Draws slices of volumes beside each other, with outlines of the labels of a mask: axial, coronal, sagittal, or any plane',
      inputSchema: recipeArguments(sliceRecipeSchema()),
      isReadOnly: true,
      call: (given, signal) => answerPicture('slices', given, signal, draw),
    },
    {
      name: 'measure',
      description:
        'Measures meshes: distance (Hausdorff and mean, of two), vertices (how far each vertex of the first is from the second), collisions (of two), thickness (of one)',
      inputSchema: schemaOf(
        {
          question: { enum: ['distance', 'vertices', 'collisions', 'thickness'] },
          meshes: { type: 'array', items: FILE, minItems: 1, maxItems: 2 },
        },
        ['question', 'meshes'],
      ),
      isReadOnly: true,
      call: async ({ meshes, ...given }, signal) => {
        const { question } = checkTexts(given, ['question']);
        if (!isTexts(meshes)) throw new InputError('meshes: must be a list of paths');
        const paths = await Promise.all(meshes.map(input));
        return [text(shorten(await run(['measure', question!, ...paths], signal)))];
      },
    },
    {
      name: 'convert',
      description:
        'Writes a volume or a mesh in another format, or the isosurface of a volume as a mesh; nothing that is there is overwritten',
      inputSchema: schemaOf(
        {
          input: FILE,
          output: {
            type: 'string',
            description: `The file to write, whose ending says the format: ${[...WRITABLE_VOLUMES, '.zarr', ...WRITABLE_MESHES].join(', ')}`,
          },
          isosurface: { type: 'number', description: 'The value of the surface to write' },
        },
        ['input', 'output'],
      ),
      isReadOnly: false,
      call: async ({ isosurface, ...given }, signal) => {
        const paths = checkTexts(given, ['input', 'output']);
        const surface = isosurface === undefined ? [] : ['--isosurface', String(isosurface)];
        const path = await output(paths['output']!);
        await run(['convert', await input(paths['input']!), '-o', path, ...surface], signal);
        return [text(`wrote ${paths['output']}`)];
      },
    },
  ];
}

const FILE: JsonSchema = { type: 'string', description: 'A path below the folder that the server was started for' };

const schemaOf = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});

/** The options of recipes as arguments. */
function recipeArguments(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema['properties'] as object).filter(([name]) => !RECORDED.includes(name));
  return schemaOf(Object.fromEntries(properties), ['inputs']);
}

async function answerPicture(
  kind: PictureKind,
  given: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  draw: ToolContext['draw'],
): Promise<readonly ToolContent[]> {
  checkSize(given['size']);
  const { bytes, type, notes, camera } = await draw(kind, { version: 1, ...given }, signal);
  const facts = { ...(notes.length > 0 && { notes }), ...(camera && { camera }) };
  const picture: ToolContent = { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType: type };
  return Object.keys(facts).length > 0 ? [picture, text(JSON.stringify(facts))] : [picture];
}

function checkSize(size: unknown): void {
  const sides = String(size ?? '')
    .split(/[x,]/)
    .map(Number);
  if (sides.some((side) => side > SIDE_MAX))
    throw new InputError(`size: pictures have up to ${SIDE_MAX} × ${SIDE_MAX} pixels here`);
}

const text = (line: string): ToolContent => ({ type: 'text', text: line.trim() });

/** The first lines of a table, and how many there are. */
function shorten(table: string): string {
  const lines = table.trim().split('\n');
  if (lines.length <= LINES_MAX) return table;
  return [...lines.slice(0, LINES_MAX), `… ${lines.length - LINES_MAX} more lines`].join('\n');
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** @throws InputError for arguments that are no texts, are missing, or that there are not. */
function checkTexts(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) throw new InputError(`${name.slice(0, 60)}: is no argument of this tool`);
    if (typeof value !== 'string') throw new InputError(`${name}: must be a text`);
  }
  const missing = names.find((name) => given[name] === undefined);
  if (missing !== undefined) throw new InputError(`${missing}: is missing`);
  return given as Readonly<Record<string, string>>;
}
