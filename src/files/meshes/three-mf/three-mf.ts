/** Reads 3MF packages, as programs for 3D printers keep models: https://github.com/3MFConsortium/spec_core. */
import { InputError } from '../../../errors.js';
import { determinant } from '../../../math/affine.js';
import type { MeshImage } from '../../../mesh/attributes/textures.js';
import { mergeMeshes } from '../../../mesh/merge-meshes.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { transformMesh } from '../../../mesh/transform-mesh.js';
import { Budget } from '../../bytes/budget.js';
import { type FileFolder, memorySource } from '../../bytes/byte-source.js';
import { isZip } from '../../bytes/compression/inflate.js';
import { openZip } from '../../bytes/compression/zip.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { decodePicture } from '../../volumes/pictures/decode-picture.js';
import { finishMesh, type MeshReader } from '../mesh-file.js';
import { toMeshImage } from '../mesh-image.js';
import { type MeshObject, type ModelPart, type PlacedObject, parseModelPart } from './model-part.js';
import { createObjectMesh } from './object-mesh.js';
import { findRootPart, readPackagePart } from './package-parts.js';

/** Reads all items of the build as one mesh, in millimetres. Triangles have the colours and images of their materials. */
export const read3mf: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    if (!isZip(bytes)) throw new InputError('is no 3MF package, which is a zip archive of parts');
    const budget = new Budget(bytes.length);
    const folder = await openZip(memorySource(name, bytes));
    const parts = new Map<string, Promise<ImagedPart>>();
    const partOf = (path: string) => {
      const known = parts.get(path) ?? readImagedPart(folder, path, budget);
      parts.set(path, known);
      return known;
    };
    const root = await findRootPart(folder, budget);
    const { meshes, flattened } = await collectMeshes(root, partOf, budget);
    const opened = await Promise.all(parts.values());
    const notes = [...new Set(opened.flatMap(({ leftOut }) => [...leftOut]))].map((kind) => `left out ${kind}`);
    const lost = opened.flatMap(({ lost }) => lost);
    if (lost.length > 0) notes.push(`left out ${lost.length} textures: ${lost[0]}`);
    if (flattened > 0) notes.push(`left out ${flattened} meshes that their transform makes flat`);
    if (meshes.length === 0) throw new InputError('builds no mesh with triangles; at least one is needed');
    return finishMesh(mergeMeshes(meshes), notes);
  });

/** A part with its images. */
interface ImagedPart extends ModelPart {
  /** Undefined where one could not be read. */
  readonly images: readonly (MeshImage | undefined)[];
  /** Why not. */
  readonly lost: readonly string[];
}

async function readImagedPart(folder: FileFolder, path: string, budget: Budget): Promise<ImagedPart> {
  const part = parseModelPart(await readPackagePart(folder, path, budget));
  const images: (MeshImage | undefined)[] = [];
  const lost: string[] = [];
  for (const { path, wrap } of part.textures) {
    try {
      const picture = await decodePicture(await readPackagePart(folder, path, budget), budget);
      budget.spendBytes(4 * picture.width * picture.height, 'its images');
      images.push({ ...toMeshImage(picture), wrap });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      images.push(undefined);
      lost.push(`${path.slice(0, 100)}: ${error.message}`);
    }
  }
  return { ...part, images, lost };
}

/** Components of programs nest a tenth as deep. */
const DEPTH_MAX = 100;

/** Steps, as the budget counts them, of reading and placing a vertex or a triangle, and of following a component. */
const [STEPS_PER_VERTEX, STEPS_PER_COMPONENT] = [16, 1024];
/** Bytes of a vertex and of a triangle with their colours. */
const [BYTES_PER_VERTEX, BYTES_PER_TRIANGLE] = [16, 28];

/** Few bytes may name one mesh any number of times: each time counts. */
async function collectMeshes(root: string, partOf: (path: string) => Promise<ImagedPart>, budget: Budget) {
  const meshes: Mesh[] = [];
  let flattened = 0;
  const made = new Map<MeshObject, Mesh>();

  const placeObject = async (
    placement: PlacedObject,
    within: string,
    around: readonly PlacedObject[],
  ): Promise<void> => {
    budget.spendSteps(STEPS_PER_COMPONENT, 'following its components');
    if (around.length === DEPTH_MAX) throw new InputError(`nests its components more than ${DEPTH_MAX} deep`);
    const path = placement.path ?? within;
    const part = await partOf(path);
    const { objects } = part;
    const object = objects.get(placement.id);
    if (!object) throw new InputError(`has no object ${placement.id.slice(0, 40)}, which it places; get a whole copy`);
    const placements = [placement, ...around];
    if (object.triangles.length > 0) addMesh(object, part, placements);
    for (const component of object.components) await placeObject(component, path, placements);
  };

  /** @param placements the innermost first. */
  const addMesh = (object: MeshObject, part: ImagedPart, placements: readonly PlacedObject[]) => {
    const [vertices, triangles] = [object.positions.length / 3, object.triangles.length / 3];
    budget.spendSteps(STEPS_PER_VERTEX * (vertices + triangles) * (1 + placements.length), 'placing its meshes');
    budget.spendBytes(BYTES_PER_VERTEX * vertices + BYTES_PER_TRIANGLE * triangles, `${triangles} triangles`);
    let mesh = made.get(object) ?? createObjectMesh(object, part);
    made.set(object, mesh);
    for (const { transform } of placements) {
      if (!transform) continue;
      if (!(Math.abs(determinant(transform)) > 0)) {
        flattened += 1;
        return;
      }
      mesh = transformMesh(mesh, transform);
    }
    meshes.push(mesh);
  };

  const { items, unitMm } = await partOf(root);
  for (const item of items) await placeObject(item, root, []);
  return { meshes: unitMm === 1 ? meshes : meshes.map((mesh) => transformMesh(mesh, scaling(unitMm))), flattened };
}

const scaling = (factor: number) =>
  ({
    columns: [
      [factor, 0, 0],
      [0, factor, 0],
      [0, 0, factor],
    ],
    origin: [0, 0, 0],
  }) as const;
