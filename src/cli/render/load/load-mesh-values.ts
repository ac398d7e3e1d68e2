/** Values on the vertices or triangles of meshes, by their name in a mesh or from a file of their own. */
import { findValues, InputError, type Mesh, type MeshFile, type MeshValues, readMeshValues } from '../../../index.js';
import { countKeptBytes, type OpenFileOptions, openInputs } from '../../../node/index.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import type { MeshStyle } from '../../../recipe/scene/scene-choice.js';
import { say } from '../../say.js';

/** A mesh, with what tells which part of the body it is of. */
export interface NamedMesh extends Pick<MeshFile, 'mesh' | 'structure'> {
  readonly name: string;
}

/**
 * The values of files that a mesh's style names.
 * @param where the files may lie; undefined where none may be opened.
 * @throws InputError for values that there are not, or that do not fit the mesh.
 */
export async function loadMeshValues(
  surface: NamedMesh,
  { values, underlay }: Pick<MeshStyle, 'values' | 'underlay'>,
  where: OpenFileOptions | undefined,
): Promise<ReadonlyMap<string, MeshValues>> {
  const { mesh } = surface;
  const files = new Map<string, MeshValues>();
  const read = async (option: 'underlay' | 'values', name: string | undefined) => {
    if (name === undefined) return undefined;
    if (mesh.values?.some((known) => known.name === name)) return findValues(mesh, name);
    const found = await readValues(option, surface, name, where);
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
  surface: NamedMesh,
  name: string,
  where: OpenFileOptions | undefined,
): Promise<MeshValues> {
  const { mesh } = surface;
  const isPath = /[./\\]/.test(name);
  if (!isPath || !where) {
    const names = (mesh.values ?? []).map((values) => values.name);
    const hint = isPath ? '; files of values are not part of a recipe: name them again' : '';
    fail(`--${option}: the mesh has no values named "${name}"; it has ${names.join(', ') || 'none'}${hint}`);
  }
  const [input] = await openInputs([name], where);
  if (!('source' in input!)) return fail(`--${option}: ${name} is no file of values`);
  const all = await readMeshValues(input.source);
  input.memory?.settle(countKeptBytes(all, input.source.bytes));
  const listed = chooseStructure(name, all, surface);
  const [first, ...others] = listed;
  const count = countOn(first!, mesh);
  if (first!.values.length !== count) {
    throw new InputError(`${name}: has ${first!.values.length} values, but the mesh has ${count} ${first!.on}`);
  }
  if (others.length > 0) say(`${name}: has ${others.length + 1} lists of values; took the first, ${first!.name}`);
  return first!;
}

const countOn = ({ on }: MeshValues, mesh: Mesh) => (on === 'vertices' ? mesh.positions : mesh.triangles).length / 3;

/**
 * The values of the surface's own part of the body, where a file has those of several.
 * @throws InputError where nothing tells which part that is, or the file has none of it.
 */
function chooseStructure(name: string, all: readonly MeshValues[], surface: NamedMesh): readonly MeshValues[] {
  const structures = [...new Set(all.flatMap(({ structure }) => structure ?? []))];
  if (structures.length === 0) return all;
  const wanted = surface.structure ?? structureInName(surface.name);
  if (wanted !== undefined) {
    const own = all.filter(({ structure }) => structure === wanted);
    if (own.length === 0)
      throw new InputError(`${name}: has values of ${structures.join(', ')}, and none of ${wanted}`);
    if (surface.structure === undefined)
      say(`${name}: took its values of ${wanted}, by the name of ${surface.name}, whose file names no side`);
    return own;
  }
  const fitting = structures.filter((one) =>
    all.some((values) => values.structure === one && values.values.length === countOn(values, surface.mesh)),
  );
  if (fitting.length > 1) {
    throw new InputError(
      `${name}: has values of ${fitting.join(' and ')}, which both fit ${surface.name}; have L or R, lh or rh in its name, as in brain.L.surf.gii`,
    );
  }
  return fitting.length === 1 ? all.filter(({ structure }) => structure === fitting[0]) : all;
}

/** The side by which names of surfaces begin or are divided: lh.pial, sub-1_hemi-L_pial, Conte69.R.inflated. */
function structureInName(path: string): string | undefined {
  const [, left, right] = /(?:^|[._-])(?:(lh|l|left)|(rh|r|right))(?=[._-])/i.exec(path.replace(/^.*[\\/]/, '')) ?? [];
  return left !== undefined ? 'CORTEX_LEFT' : right !== undefined ? 'CORTEX_RIGHT' : undefined;
}
