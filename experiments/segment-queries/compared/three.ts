/** three-mesh-bvh on the CPU, where it is installed: `npm install` in this folder. */

interface Triangles {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}
interface Segments {
  readonly from: Float32Array;
  readonly to: Float32Array;
}

/** The little of the two libraries that is used here; they bring no types for it to the project. */
interface Vector {
  set(x: number, y: number, z: number): Vector;
  sub(other: Vector): Vector;
  length(): number;
  divideScalar(divisor: number): Vector;
}
interface Libraries {
  readonly three: {
    readonly BufferGeometry: new () => {
      setAttribute(name: string, value: unknown): void;
      setIndex(value: unknown): void;
    };
    readonly BufferAttribute: new (values: Float32Array | Uint32Array, size: number) => unknown;
    readonly Ray: new () => { readonly origin: Vector; readonly direction: Vector };
    readonly DoubleSide: number;
    readonly Vector3: new () => Vector;
  };
  readonly meshBvh: {
    readonly MeshBVH: new (
      geometry: unknown,
      options: object,
    ) => {
      raycastFirst(ray: unknown, side: number, near: number, far: number): object | null;
      closestPointToPoint(point: Vector, target: object): { readonly distance: number } | null;
    };
    readonly CENTER: number;
    readonly SAH: number;
  };
}

export async function openThree() {
  const libraries = await load();
  if (!libraries) {
    process.stderr.write('three-mesh-bvh is left out: run `npm install` in experiments/segment-queries/compared\n');
    return undefined;
  }
  return {
    /** Builds a tree of either kind, and finds what the segments cross first. */
    takeTurn: (mesh: Triangles, segments: Segments, strategy: Strategy) =>
      takeTurn(libraries, mesh, segments, strategy),
    /** Builds a tree of either kind, and finds how far points are from the mesh. */
    measureDistances: (mesh: Triangles, points: Float32Array, strategy: Strategy) =>
      measureDistances(libraries, mesh, points, strategy),
  };
}

type Strategy = 'center' | 'sah';

async function load(): Promise<Libraries | undefined> {
  const [three, meshBvh] = ['three', 'three-mesh-bvh'];
  try {
    return { three: await import(three!), meshBvh: await import(meshBvh!) };
  } catch {
    return undefined;
  }
}

function buildTree({ three, meshBvh }: Libraries, mesh: Triangles, strategy: Strategy) {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(mesh.positions, 3));
  // It puts the triangles into an order of its own.
  geometry.setIndex(new three.BufferAttribute(mesh.triangles.slice(), 1));
  const startMs = performance.now();
  const tree = new meshBvh.MeshBVH(geometry, { strategy: strategy === 'sah' ? meshBvh.SAH : meshBvh.CENTER });
  return { tree, buildMs: performance.now() - startMs };
}

function takeTurn(libraries: Libraries, mesh: Triangles, { from, to }: Segments, strategy: Strategy) {
  const { three } = libraries;
  const { tree, buildMs } = buildTree(libraries, mesh, strategy);
  const builtMs = performance.now();
  const ray = new three.Ray();
  let hits = 0;
  for (let at = 0; at < from.length; at += 3) {
    ray.origin.set(from[at]!, from[at + 1]!, from[at + 2]!);
    ray.direction.set(to[at]!, to[at + 1]!, to[at + 2]!).sub(ray.origin);
    const length = ray.direction.length();
    ray.direction.divideScalar(length);
    if (tree.raycastFirst(ray, three.DoubleSide, 0, length)) hits += 1;
  }
  return { buildMs, queryMs: performance.now() - builtMs, hits };
}

function measureDistances(libraries: Libraries, mesh: Triangles, points: Float32Array, strategy: Strategy) {
  const { tree, buildMs } = buildTree(libraries, mesh, strategy);
  const builtMs = performance.now();
  const point = new libraries.three.Vector3();
  const target = {};
  const distances = new Float64Array(points.length / 3);
  for (const index of distances.keys()) {
    point.set(points[3 * index]!, points[3 * index + 1]!, points[3 * index + 2]!);
    distances[index] = tree.closestPointToPoint(point, target)!.distance;
  }
  return { buildMs, queryMs: performance.now() - builtMs, distances };
}
