/** Positions, normals and tangents of a glTF primitive in its rest pose: morphed, then skinned. */
import type { Accessor, Node, Primitive } from '@gltf-transform/core';
import type { NodeMatrices } from './gltf-nodes.js';

export interface Posed {
  readonly positions: Float64Array;
  readonly normals: Float64Array | undefined;
  /** Directions of tangents, and for each 1 or −1, as glTF has them. */
  readonly tangents: Float64Array | undefined;
  readonly tangentSigns: Float64Array | undefined;
  /** Whether they are in the world already, and not in the node's space. */
  readonly inWorld: boolean;
}

/** @param node the one that has the primitive's mesh. @param matrices those of the pose. */
export function posePrimitive(primitive: Primitive, node: Node, matrices: NodeMatrices): Posed | undefined {
  const position = primitive.getAttribute('POSITION');
  if (!position?.getArray()) return undefined;
  const positions = readVectors(position, 3);
  const normal = primitive.getAttribute('NORMAL');
  const normals = normal?.getArray() && normal.getCount() === position.getCount() ? readVectors(normal, 3) : undefined;
  const given = primitive.getAttribute('TANGENT');
  const signed = given?.getArray() && given.getCount() === position.getCount() ? readVectors(given, 4) : undefined;
  const tangents = signed?.filter((_, at) => at % 4 < 3);
  const weights = node.getWeights().length > 0 ? node.getWeights() : (node.getMesh()?.getWeights() ?? []);
  for (const [index, target] of primitive.listTargets().entries()) {
    addScaled(positions, target.getAttribute('POSITION'), weights[index] ?? 0);
    if (normals) addScaled(normals, target.getAttribute('NORMAL'), weights[index] ?? 0);
    if (tangents) addScaled(tangents, target.getAttribute('TANGENT'), weights[index] ?? 0);
  }
  const inWorld = applySkin(primitive, matrices, node, positions, [normals, tangents]);
  return { positions, normals, tangents, tangentSigns: signed?.filter((_, at) => at % 4 === 3), inWorld };
}

/** All elements as numbers, quantised ones as what they stand for. */
export function readVectors(accessor: Accessor, components: number): Float64Array {
  const count = accessor.getCount();
  const vectors = new Float64Array(components * count);
  const element: number[] = [];
  for (let index = 0; index < count; index++) {
    accessor.getElement(index, element);
    for (let component = 0; component < components; component++) {
      vectors[components * index + component] = element[component] ?? 1;
    }
  }
  return vectors;
}

function addScaled(vectors: Float64Array, target: Accessor | null, weight: number): void {
  if (!target?.getArray() || weight === 0 || 3 * target.getCount() !== vectors.length) return;
  const moves = readVectors(target, 3);
  for (let at = 0; at < vectors.length; at++) vectors[at]! += weight * moves[at]!;
}

/** Moves vertices by the joints that they hang on; a skinned mesh's own node does not move it. */
function applySkin(
  primitive: Primitive,
  poses: NodeMatrices,
  node: Node,
  positions: Float64Array,
  directions: readonly (Float64Array | undefined)[],
): boolean {
  const skin = node.getSkin();
  if (!skin) return false;
  const matrices = poses.jointsOf(skin);
  const sets = [0, 1].flatMap((set) => {
    const [joints, weights] = [primitive.getAttribute(`JOINTS_${set}`), primitive.getAttribute(`WEIGHTS_${set}`)];
    return joints?.getArray() && weights?.getArray()
      ? [[readVectors(joints, 4), readVectors(weights, 4)] as const]
      : [];
  });
  if (sets.length === 0 || matrices.length === 0) return false;
  const blended = new Float64Array(16);
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    blended.fill(0);
    let sum = 0;
    for (const [joints, weights] of sets) {
      for (let slot = 4 * vertex; slot < 4 * vertex + 4; slot++) {
        const matrix = matrices[joints[slot]!];
        const weight = weights[slot]!;
        if (!matrix || !(weight > 0)) continue;
        for (let entry = 0; entry < 16; entry++) blended[entry]! += weight * matrix[entry]!;
        sum += weight;
      }
    }
    if (sum === 0) continue;
    for (let entry = 0; entry < 16; entry++) blended[entry]! /= sum;
    moveBy(blended, positions, 3 * vertex, 1);
    for (const vectors of directions) if (vectors) moveBy(blended, vectors, 3 * vertex, 0);
  }
  return true;
}

/** @param w 1 for a point, 0 for a direction. */
function moveBy(matrix: ArrayLike<number>, vectors: Float64Array, at: number, w: 0 | 1): void {
  const [x, y, z] = [vectors[at]!, vectors[at + 1]!, vectors[at + 2]!];
  for (let row = 0; row < 3; row++) {
    vectors[at + row] = matrix[row]! * x + matrix[4 + row]! * y + matrix[8 + row]! * z + matrix[12 + row]! * w;
  }
}
