/** The meshes of `tilecast slices`, which show as the lines in which slices cut them. */
import { transformMesh, type Vec3 } from '../../index.js';
import type { OpenedFile } from '../../node/index.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { nameOf } from '../../recipe/recipe.js';
import { noteSpace, placeMesh } from '../../recipe/scene/meshes/mesh-space.js';
import { meshLineColors } from '../../recipe/slices/mesh-line-colors.js';
import type { SliceLayer } from '../../slices/draw-slice.js';
import { readMeshInput } from '../read-mesh-input.js';
import { parseTransform } from '../render/load/parse-transform.js';
import { sayOf } from '../say.js';
import type { SliceValues } from './slice-command-options.js';

export interface MeshLine {
  readonly name: string;
  readonly color: Vec3;
  readonly layer: Extract<SliceLayer, { kind: 'mesh' }>;
}

/** @throws InputError for options that are given for other numbers of meshes than there are. */
export async function chooseMeshLines(files: readonly OpenedFile[], values: SliceValues): Promise<MeshLine[]> {
  const { 'mesh-color': colors, transform: transforms } = values;
  checkCount('mesh-color', colors, files.length);
  checkCount('transform', transforms, files.length);
  const placements = transforms && (await Promise.all(transforms.map((text) => parseTransform('transform', text))));
  const own = meshLineColors(files.length);
  return Promise.all(
    files.map(async (input, index) => {
      const { source } = input;
      const file = await readMeshInput(input);
      const placement = placements?.[index] ?? placements?.[0];
      sayOf(source.name, [...file.notes, ...noteSpace(placement, file)]);
      const toWorld = placeMesh(placement, file);
      const mesh = toWorld ? transformMesh(file.mesh, toWorld) : file.mesh;
      const color = colors?.[index] ?? colors?.[0] ?? own[index]!;
      return { name: nameOf(source.name), color, layer: { kind: 'mesh', mesh, color } };
    }),
  );
}

function checkCount(option: string, texts: readonly unknown[] | undefined, meshes: number): void {
  if (texts && meshes === 0) fail(`--${option}: is for meshes, and there is none`);
  if (texts && texts.length !== 1 && texts.length !== meshes) {
    fail(`--${option}: must be given once, or once for each of ${meshes} meshes, not ${texts.length} times`);
  }
}
