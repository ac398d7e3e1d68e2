/** Reads glTF 2.0 and GLB: https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html. */
import type { Document, Node, Primitive } from '@gltf-transform/core';
import type { InstancedMesh } from '@gltf-transform/extensions';
import { InputError } from '../../../errors.js';
import { type Affine, determinant } from '../../../math/affine.js';
import { mergeMeshes } from '../../../mesh/merge-meshes.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { transformMesh } from '../../../mesh/transform-mesh.js';
import { Budget } from '../../bytes/budget.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { finishMesh, type MeshReader, noteLeftOut } from '../mesh-file.js';
import { openGltf } from './gltf-container.js';
import { createGltfIo, forgetDraco } from './gltf-decoders.js';
import { type Matrix, multiply, posePrimitive, readVectors } from './gltf-pose.js';
import { createPrimitiveMesh, hasTriangles } from './gltf-primitive.js';
import { decodeTextures, type Pictures } from './gltf-texture.js';

/**
 * Reads the default scene as one mesh in its world: nodes' transforms, instances, skins and morphs in their rest pose are
 * applied. Colours are those of the vertices times the materials' and, where triangles are small enough, their images';
 * transparency is left out.
 */
export const readGltf: MeshReader = (source) =>
  nameInErrors(source.name, async () => {
    const { json, resources, sizeBytes } = await openGltf(source);
    const io = await createGltfIo(json);
    const collected = await sayIfDamaged(async () => {
      const document = await io.readJSON({ json: json as never, resources });
      const budget = new Budget(sizeBytes);
      return collectMeshes(document, await decodeTextures(document, budget), budget);
    });
    const { meshes, textures, pointsAndLines, flattened } = collected;
    const notes = [
      ...noteLeftOut(textures.size, IMAGES_LEFT_OUT),
      ...noteLeftOut(pointsAndLines, 'sets of points and lines'),
      ...noteLeftOut(flattened, 'meshes that their node makes flat'),
      ...noteLeftOut(json.animations?.length ?? 0, 'animations'),
    ];
    if (meshes.length === 0) throw new InputError('has no triangles in its scene; one at least is needed');
    return finishMesh(mergeMeshes(meshes), notes);
  });

const IMAGES_LEFT_OUT =
  'images on materials, whose surfaces have the base color: they are no PNG or JPEG, are not there, or need smaller triangles';

/** The library throws errors of all kinds for damaged files. */
async function sayIfDamaged<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    forgetDraco();
    if (cause instanceof InputError) throw cause;
    const reason = cause instanceof Error ? cause.message.split('\n')[0]!.slice(0, 100) : 'its data are damaged';
    throw new InputError(`is a glTF that cannot be read: ${reason}; get a whole copy`, { cause });
  }
}

/** Steps, as the budget counts them, of reading a vertex, of moving it by a morph target or a joint, and of placing it. */
const STEPS_PER_VERTEX = 16;
/** Bytes of a vertex with its normal and colour. */
const BYTES_PER_VERTEX = 28;

/** Few bytes may name one mesh any number of times: each time counts. */
function collectMeshes(document: Document, pictures: Pictures, budget: Budget) {
  const meshes: Mesh[] = [];
  const textures = new Set<unknown>();
  let [pointsAndLines, flattened] = [0, 0];
  const addPrimitive = (primitive: Primitive, node: Node, places: readonly Matrix[]) => {
    if (!hasTriangles(primitive)) {
      pointsAndLines++;
      return;
    }
    const vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0;
    const corners = primitive.getIndices()?.getCount() ?? vertices;
    const copies = node.getSkin() ? 1 : places.length;
    budget.spendSteps(
      STEPS_PER_VERTEX * (vertices * (1 + primitive.listTargets().length + places.length) + corners),
      'reading its meshes',
    );
    budget.spendBytes(copies * (BYTES_PER_VERTEX * vertices + 4 * corners), `${copies} × ${vertices} vertices`);
    const posed = posePrimitive(primitive, node);
    const created = posed && createPrimitiveMesh(primitive, posed, pictures, budget);
    if (!created) return;
    const { mesh } = created;
    if (created.leavesImageOut) textures.add(primitive.getMaterial());
    for (const place of posed.inWorld ? [IDENTITY] : places) {
      const map = toAffine(place);
      if (!(Math.abs(determinant(map)) > 0)) flattened++;
      else meshes.push(place === IDENTITY ? mesh : transformMesh(mesh, map));
    }
  };
  const addNode = (node: Node) => {
    const primitives = node.getMesh()?.listPrimitives() ?? [];
    const places = primitives.length > 0 ? listPlaces(node) : [];
    for (const primitive of primitives) addPrimitive(primitive, node, places);
  };
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  if (scene) scene.traverse(addNode);
  else for (const node of root.listNodes()) addNode(node);
  return { meshes, textures, pointsAndLines, flattened };
}

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The places where a node has its mesh: one, or one for each instance. */
function listPlaces(node: Node): readonly Matrix[] {
  const world = node.getWorldMatrix();
  const instances = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
  if (!instances) return [world.every((entry, index) => entry === IDENTITY[index]) ? IDENTITY : world];
  const read = (semantic: string, components: number) => {
    const accessor = instances.getAttribute(semantic);
    return accessor?.getArray() ? readVectors(accessor, components) : undefined;
  };
  const [moves, turns, scales] = [read('TRANSLATION', 3), read('ROTATION', 4), read('SCALE', 3)];
  const count = Math.max((moves?.length ?? 0) / 3, (turns?.length ?? 0) / 4, (scales?.length ?? 0) / 3);
  return Array.from({ length: count }, (_, index) => {
    const of = (vectors: Float64Array | undefined, components: number, fallback: readonly number[]) =>
      fallback.map((value, component) => vectors?.[components * index + component] ?? value);
    return multiply(world, compose(of(moves, 3, [0, 0, 0]), of(turns, 4, [0, 0, 0, 1]), of(scales, 3, [1, 1, 1])));
  });
}

/** The matrix that scales, then turns by a unit quaternion, then moves. */
function compose(move: readonly number[], turn: readonly number[], scales: readonly number[]): Matrix {
  const [x, y, z, w] = turn as [number, number, number, number];
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  return [...columns.flatMap((column, axis) => [...column.map((entry) => entry * scales[axis]!), 0]), ...move, 1];
}

function toAffine(matrix: Matrix): Affine {
  const column = (index: number) => [matrix[4 * index]!, matrix[4 * index + 1]!, matrix[4 * index + 2]!] as const;
  return { columns: [column(0), column(1), column(2)], origin: column(3) };
}
