/** The meshes of a glTF's scene in its world. */
import type { Document, Node, Primitive } from '@gltf-transform/core';
import type { InstancedMesh } from '@gltf-transform/extensions';
import { type Affine, determinant, transformPoint } from '../../../math/affine.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { recenter } from '../../../mesh/recenter.js';
import { transformMesh } from '../../../mesh/transform-mesh.js';
import type { Budget } from '../../bytes/budget.js';
import { type Matrix, multiply, NodeMatrices } from './gltf-nodes.js';
import { posePrimitive, readVectors } from './gltf-pose.js';
import { hasTriangles, type PrimitiveParts } from './gltf-primitive.js';

/** Steps, as the budget counts them, of reading a vertex, of moving it by a morph target or a joint, and of placing it. */
const STEPS_PER_VERTEX = 16;
/** Steps of reading a part of an instance's place and of making its matrix. */
const STEPS_PER_INSTANCE = 512;
/** Bytes of a vertex with its normal and colour. */
const BYTES_PER_VERTEX = 28;
/** Steps and bytes of a placed mesh, however small it is: no more than the budget has for the node that a file needs for it. */
const STEPS_PER_COPY = 512;
const BYTES_PER_COPY = 1024;

interface PosedMesh {
  readonly mesh: Mesh | undefined;
  readonly inWorld: boolean;
}

export interface SceneMeshes {
  readonly meshes: readonly Mesh[];
  readonly pointsAndLines: number;
}

/**
 * Collects the meshes as the document's nodes have them now: morphed, skinned, and placed in the world, once for each instance.
 * Few bytes may name one mesh any number of times: each time counts.
 */
export function collectMeshes(document: Document, parts: PrimitiveParts, budget: Budget): SceneMeshes {
  const meshes: Mesh[] = [];
  const matrices = new NodeMatrices();
  // Many nodes may share a primitive that neither skin nor morph moves: it is read once.
  const still = new Map<Primitive, PosedMesh>();
  const readPosed = (primitive: Primitive, node: Node): PosedMesh => {
    const posed = posePrimitive(primitive, node, matrices);
    return { mesh: posed && parts.createMesh(primitive, posed), inWorld: posed?.inWorld ?? false };
  };
  let pointsAndLines = 0;
  const addPrimitive = (primitive: Primitive, node: Node, transforms: readonly Matrix[]) => {
    if (!hasTriangles(primitive)) {
      pointsAndLines++;
      return;
    }
    const vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0;
    const corners = primitive.getIndices()?.getCount() ?? vertices;
    const copies = node.getSkin() ? 1 : transforms.length;
    const readings = vertices * (1 + primitive.listTargets().length + transforms.length) + corners;
    budget.spendSteps(STEPS_PER_VERTEX * readings + STEPS_PER_COPY * copies, 'reading its meshes');
    const copyBytes = BYTES_PER_VERTEX * vertices + 4 * corners + BYTES_PER_COPY;
    budget.spendBytes(copies * copyBytes, `${copies} × ${vertices} vertices`);
    const isStill = !node.getSkin() && primitive.listTargets().length === 0;
    const read = (isStill && still.get(primitive)) || readPosed(primitive, node);
    if (isStill) still.set(primitive, read);
    const { mesh, inWorld } = read;
    if (!mesh) return;
    for (const transform of inWorld ? [IDENTITY] : transforms) {
      meshes.push(transform === IDENTITY ? mesh : placeMesh(mesh, toAffine(transform)));
    }
  };
  const addNode = (node: Node) => {
    const primitives = node.getMesh()?.listPrimitives() ?? [];
    const transforms = primitives.length > 0 ? listTransforms(node, matrices.worldOf(node), budget) : [];
    for (const primitive of primitives) addPrimitive(primitive, node, transforms);
  };
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  if (scene) scene.traverse(addNode);
  else for (const node of root.listNodes()) addNode(node);
  return { meshes, pointsAndLines };
}

/** A scale of zero flattens a mesh, whose triangles stay where they are among all: animations hide parts so. */
function placeMesh(mesh: Mesh, map: Affine): Mesh {
  if (Number.isFinite(1 / determinant(map))) return transformMesh(mesh, map);
  const { positions, origin } = mesh;
  const world = new Float64Array(positions.length);
  for (let at = 0; at < world.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    world.set(transformPoint(map, [x + origin[0], y + origin[1], z + origin[2]]), at);
  }
  return { ...mesh, ...recenter(world), normals: undefined };
}

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The places where a node has its mesh: one, or one for each instance. */
function listTransforms(node: Node, world: Matrix, budget: Budget): readonly Matrix[] {
  const instances = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
  if (!instances) return [world.every((entry, index) => entry === IDENTITY[index]) ? IDENTITY : world];
  const read = (semantic: string, components: number) => {
    const accessor = instances.getAttribute(semantic);
    budget.spendSteps(STEPS_PER_INSTANCE * (accessor?.getCount() ?? 0), 'the places of its instances');
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
