/** Values on the vertices or triangles of meshes, by their name in a mesh or from a file of their own. */
import { findValues, InputError, type Mesh, type MeshValues, readMeshValues } from '../../../index.js';
import { type OpenFileOptions, openInputs } from '../../../node/index.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import type { MeshStyle } from '../../../recipe/scene/scene-choice.js';
import { say } from '../../say.js';

/**
 * The values of files that a mesh's style names.
 * @param where the files may lie; undefined where none may be opened.
 * @throws InputError for values that there are not, or that do not fit the mesh.
 */
export async function loadMeshValues(
  mesh: Mesh,
  { values, underlay }: Pick<MeshStyle, 'values' | 'underlay'>,
  where: OpenFileOptions | undefined,
): Promise<ReadonlyMap<string, MeshValues>> {
  const files = new Map<string, MeshValues>();
  const read = async (option: 'underlay' | 'values', name: string | undefined) => {
    if (name === undefined) return undefined;
    if (mesh.values?.some((known) => known.name === name)) return findValues(mesh, name);
    const found = await readValues(option, mesh, name, where);
    files.set(name, found);
    return found;
  };
  const [shown, under] = [await read('values', values), await read('underlay', underlay)];
  if (shown && under && under.on !== shown.on)
    fail(`--underlay: ${under.name} is on ${under.on}, and the values are on ${shown.on}`);
  return files;
}

async function readValues(
  option: 'underlay' | 'values',
  mesh: Mesh,
  name: string,
  where: OpenFileOptions | undefined,
): Promise<MeshValues> {
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
