/** Matrices of a glTF's nodes as they are posed now, each computed once: many nodes may hang on one, and many skins on one joint. */
import type { Node, Skin } from '@gltf-transform/core';

/** Columns of a 4×4 matrix, one after the other. */
export type Matrix = readonly number[];

/** Matrices of nodes and joints of one pose. */
export class NodeMatrices {
  readonly #worlds = new Map<Node, Matrix>();
  readonly #joints = new Map<Skin, readonly Matrix[]>();

  /** The matrix that takes a node's space to the world. */
  worldOf(node: Node): Matrix {
    const known = this.#worlds.get(node);
    if (known) return known;
    const parent = node.getParentNode();
    const own = node.getMatrix();
    const world = parent ? multiply(this.worldOf(parent), own) : own;
    this.#worlds.set(node, world);
    return world;
  }

  /** The matrices by which the joints of a skin move vertices into the world. */
  jointsOf(skin: Skin): readonly Matrix[] {
    const known = this.#joints.get(skin);
    if (known) return known;
    const inverseBinds = skin.getInverseBindMatrices();
    const joints = skin.listJoints().map((joint, index) => {
      const inverse: number[] = [];
      if (inverseBinds?.getArray() && index < inverseBinds.getCount()) inverseBinds.getElement(index, inverse);
      return inverse.length === 16 ? multiply(this.worldOf(joint), inverse) : this.worldOf(joint);
    });
    this.#joints.set(skin, joints);
    return joints;
  }
}

export function multiply(a: Matrix, b: Matrix): number[] {
  return Array.from({ length: 16 }, (_, entry) => {
    const [column, row] = [entry >> 2, entry % 4];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + row]! * b[4 * column + k]!, 0);
  });
}
