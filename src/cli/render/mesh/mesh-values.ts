/** Meshes of `tilecast render` in the colors of values on their vertices or triangles. */
import {
  colorMapTransfer,
  colorValues,
  createMesh,
  findValueRange,
  findValues,
  InputError,
  type Mesh,
  type MeshValues,
  NAMED_TRANSFERS,
  readMeshValues,
  type TransferFunction,
  type ValueRange,
  withoutColors,
} from '../../../index.js';
import { type OpenFileOptions, openInputs } from '../../../node/index.js';
import { fail, optional, parseRange } from '../../../options/parse-options.js';
import { say } from '../../say.js';
import { chooseRange } from '../../value-range.js';

const COLOR_MAPS = NAMED_TRANSFERS.filter(({ kind, mode }) => kind === 'color map' && !mode).map(({ name }) => name);
const COLOR_MAP = 'viridis';
/** Suits values on either side of zero. */
const DIVERGING_COLOR_MAP = 'cool-warm';

export interface ValueColors {
  /** Names in meshes, or files. */
  readonly names: readonly string[];
  readonly colorMap: string | undefined;
  readonly range: ValueRange | undefined;
}

/** The meaning of the colors. */
export interface ValueLegend {
  readonly transfer: TransferFunction;
  readonly title: string;
}

interface ValueArguments {
  readonly values?: readonly string[] | undefined;
  readonly colormap?: string | undefined;
  readonly range?: string | undefined;
}

/** @throws InputError that names the option. */
export function chooseValueColors(args: ValueArguments): ValueColors | undefined {
  const { values, colormap } = args;
  const range = optional('range', args.range, parseRange);
  if (values === undefined) {
    for (const option of ['colormap', 'range'] as const) {
      if (args[option] !== undefined) fail(`--${option}: is for the colors of --values`);
    }
    return undefined;
  }
  if (colormap !== undefined && !COLOR_MAPS.includes(colormap)) {
    fail(`--colormap: "${colormap}" is none of ${COLOR_MAPS.join(', ')}`);
  }
  return { names: values, colorMap: colormap, range };
}

/**
 * Finds values by their name in a mesh, or else in a file that has them for it.
 * @param where the file may lie; undefined where none may be opened.
 */
async function readValues(mesh: Mesh, name: string, where: OpenFileOptions | undefined): Promise<MeshValues> {
  if (mesh.values?.some((values) => values.name === name)) return findValues(mesh, name);
  const isPath = /[./\\]/.test(name);
  if (!isPath || !where) {
    const names = (mesh.values ?? []).map((values) => values.name);
    const hint = isPath ? '; files of values are not part of a recipe: name them again' : '';
    fail(`--values: the mesh has no values named "${name}"; it has ${names.join(', ') || 'none'}${hint}`);
  }
  const [input] = await openInputs([name], where);
  if (!('source' in input!)) return fail(`--values: ${name} is no file of values`);
  const [first, ...others] = await readMeshValues(input.source);
  const count = (first!.on === 'vertices' ? mesh.positions : mesh.triangles).length / 3;
  if (first!.values.length !== count) {
    throw new InputError(`${name}: has ${first!.values.length} values, but the mesh has ${count} ${first!.on}`);
  }
  if (others.length > 0) say(`${name}: has ${others.length + 1} lists of values; took the first, ${first!.name}`);
  return first!;
}

/**
 * The meshes in the colors of values, all by one color map over one range.
 * @param names of the values of each.
 * @param where files of values may lie; undefined where none may be opened.
 */
export async function colorMeshes(
  meshes: readonly Mesh[],
  names: readonly string[],
  { colorMap, range }: ValueColors,
  where: OpenFileOptions | undefined,
): Promise<ValueLegend & { readonly meshes: readonly Mesh[] }> {
  const values = await Promise.all(meshes.map((mesh, index) => readValues(mesh, names[index]!, where)));
  const title = values[0]!.name;
  const ends = values.flatMap((list) => findValueRange(list) ?? []);
  const diverging = colorMap === undefined && Math.min(...ends) < 0 && Math.max(...ends) > 0;
  const all = values.length === 1 ? values[0]!.values : Float32Array.from(values.flatMap((list) => [...list.values]));
  const transfer = colorMapTransfer(
    colorMap ?? (diverging ? DIVERGING_COLOR_MAP : COLOR_MAP),
    range ?? chooseRange(title, all, diverging),
  );
  const colored = meshes.map((mesh, index) => {
    const { on, values: numbers } = values[index]!;
    return createMesh({
      ...withoutColors(mesh),
      [on === 'vertices' ? 'vertexColors' : 'faceColors']: colorValues(numbers, transfer),
    });
  });
  return { meshes: colored, transfer, title };
}
