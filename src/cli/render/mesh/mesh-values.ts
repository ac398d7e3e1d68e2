/** Meshes of `tilecast render` in the colours of values on their vertices or triangles. */
import {
  findValues,
  InputError,
  type Mesh,
  type MeshValues,
  readMeshValues,
  type TransferFunction,
} from '../../../index.js';
import { type OpenFileOptions, openInputs } from '../../../node/index.js';
import { chooseValueColors, colorByValues, type ValueColorOptions } from '../../../recipe/meshes/value-colors.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { say } from '../../say.js';

export interface ValueColorChoice extends ValueColorOptions {
  /** Names in meshes, or files. */
  readonly names: readonly string[];
  /** Meshes that are seen in grey where the values are hidden. */
  readonly underlays: readonly string[] | undefined;
}

/** The meaning of the colours. */
export interface ValueLegend {
  readonly transfer: TransferFunction;
  readonly title: string;
}

/** @throws InputError that names the option. */
export function chooseValues({ values: names, colormap, range, underlay }: OptionValues): ValueColorChoice | undefined {
  if (names !== undefined) return { names, colorMap: colormap, range, underlays: underlay };
  for (const [option, value] of Object.entries({ colormap, range, underlay })) {
    if (value !== undefined) fail(`--${option}: is for the colours of --values`);
  }
  return undefined;
}

/**
 * Finds values by their name in a mesh, or else in a file that has them for it.
 * @param where the file may lie; undefined where none may be opened.
 */
async function readValues(
  option: 'underlay' | 'values',
  mesh: Mesh,
  name: string,
  where: OpenFileOptions | undefined,
): Promise<MeshValues> {
  if (mesh.values?.some((values) => values.name === name)) return findValues(mesh, name);
  const isPath = /[./\\]/.test(name);
  if (!isPath || !where) {
    const names = (mesh.values ?? []).map((values) => values.name);
    const hint = isPath ? '; files of values are not part of a recipe: name them again' : '';
    fail(`--${option}: the mesh has no values named "${name}"; it has ${names.join(', ') || 'none'}${hint}`);
  }
  const [input] = await openInputs([name], where);
  if (!('source' in input!)) return fail(`--${option}: ${name} is no file of values`);
  const [first, ...others] = await readMeshValues(input.source);
  const count = (first!.on === 'vertices' ? mesh.positions : mesh.triangles).length / 3;
  if (first!.values.length !== count) {
    throw new InputError(`${name}: has ${first!.values.length} values, but the mesh has ${count} ${first!.on}`);
  }
  if (others.length > 0) say(`${name}: has ${others.length + 1} lists of values; took the first, ${first!.name}`);
  return first!;
}

/**
 * The meshes in the colours of values, all by one colour map over one range.
 * @param names of the values of each.
 * @param underlays of each, if there are some.
 * @param where files of values may lie; undefined where none may be opened.
 */
export async function colorMeshes(
  meshes: readonly Mesh[],
  { names, underlays }: { readonly names: readonly string[]; readonly underlays: readonly (string | undefined)[] },
  choice: ValueColorOptions,
  where: OpenFileOptions | undefined,
): Promise<ValueLegend & { readonly meshes: readonly Mesh[] }> {
  const lists = await Promise.all(meshes.map((mesh, index) => readValues('values', mesh, names[index]!, where)));
  const under = await Promise.all(
    meshes.map((mesh, index) => {
      const name = underlays[index];
      return name === undefined ? undefined : readValues('underlay', mesh, name, where);
    }),
  );
  for (const [index, { on }] of lists.entries()) {
    if (under[index] && under[index].on !== on) {
      fail(`--underlay: ${under[index].name} is on ${under[index].on}, and the values are on ${on}`);
    }
  }
  const colors = chooseValueColors(lists as [MeshValues, ...MeshValues[]], choice);
  if (colors.note !== undefined) say(colors.note);
  const { transfer, title } = colors;
  const colored = meshes.map((mesh, index) => colorByValues(mesh, lists[index]!, colors, under[index]));
  return { meshes: colored, transfer, title };
}
