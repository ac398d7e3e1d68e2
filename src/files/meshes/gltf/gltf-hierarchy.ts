/** The scene and the nodes of a glTF's JSON, before the library makes a graph of them. */
import { InputError } from '../../../errors.js';

/** The part of the JSON that nests nodes; anything may be missing or wrong. */
export interface GltfHierarchyJson {
  nodes?: { children?: unknown }[];
  scenes?: unknown;
  scene?: unknown;
}

/** Skeletons and scenes of programs nest a tenth as deep. */
const DEPTH_MAX = 1000;
/** The library takes up to 5 kB for each, however few bytes a file names it by. */
const NODES_MAX = 100_000;

/**
 * The scene that is shown alone, and each child once: the library searches all parents of a node for each that is added.
 * @throws InputError for nodes that are too many, nested too deep, or within themselves.
 */
export function shownHierarchy(
  { scenes, scene }: GltfHierarchyJson,
  nodes: NonNullable<GltfHierarchyJson['nodes']>,
): GltfHierarchyJson {
  if (nodes.length > NODES_MAX) {
    throw new InputError(
      `has ${nodes.length} nodes, and ${NODES_MAX} are the most that are read: npx @gltf-transform/cli join IN.glb OUT.glb makes fewer`,
    );
  }
  checkDepth(nodes);
  const unique = nodes.map((node) =>
    Array.isArray(node.children) ? { ...node, children: [...new Set(node.children)] } : node,
  );
  const shown: unknown = Array.isArray(scenes) ? scenes[typeof scene === 'number' ? scene : 0] : undefined;
  if (typeof shown !== 'object' || shown === null) return { nodes: unique };
  const { nodes: roots } = shown as { readonly nodes?: unknown };
  return {
    nodes: unique,
    scenes: [{ ...shown, ...(Array.isArray(roots) && { nodes: [...new Set(roots)] }) }],
    scene: 0,
  };
}

/** @throws InputError for nodes that are nested too deep, or within themselves. */
function checkDepth(nodes: readonly { children?: unknown }[]): void {
  const parents = new Int32Array(nodes.length).fill(-1);
  for (const [index, { children }] of nodes.entries()) {
    for (const child of Array.isArray(children) ? children : []) if (child in parents) parents[child] = index;
  }
  for (let node = 0; node < nodes.length; node++) {
    let depth = 0;
    for (let at = node; at >= 0; at = parents[at]!) {
      if (++depth > DEPTH_MAX) throw new InputError(`nests its nodes more than ${DEPTH_MAX} deep`);
    }
  }
}
