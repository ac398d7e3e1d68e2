/** Gives triangles on either side of a crease vertices of their own, so that smooth normals do not round it off. */
import { InputError } from '../../errors.js';
import { COORDINATE_COMPONENTS } from '../attributes/textures.js';
import { mapMaterialVertices } from '../materials/mesh-materials.js';
import { createMesh, type Mesh } from '../mesh.js';

/** Options of `splitCreases`. */
export interface CreaseOptions {
  /** The angle between two triangles' normals from which their edge is a crease, 0 to 180 degrees. */
  readonly angleDegrees?: number;
}

/** Boxes, plates and hexagonal prisms keep their edges; spheres and scans of a few thousand triangles stay smooth. */
export const CREASE_DEFAULTS = { angleDegrees: 50 } as const satisfies Required<CreaseOptions>;

/**
 * The mesh with its vertices copied where a crease goes through them: a vertex for each group of triangles around it that
 * smooth edges join. Triangles keep their order and their places; colours and values go with the copies. A mesh that has
 * normals, or no crease, is returned as it is.
 * @throws InputError for an angle outside of 0 to 180 degrees.
 */
export function splitCreases(mesh: Mesh, { angleDegrees = CREASE_DEFAULTS.angleDegrees }: CreaseOptions = {}): Mesh {
  if (!(angleDegrees >= 0 && angleDegrees <= 180)) {
    throw new InputError(`a crease's angle must be from 0 to 180 degrees, not ${angleDegrees}`);
  }
  if (mesh.normals) return mesh;
  const cosine = Math.cos((angleDegrees * Math.PI) / 180);
  const triangles = mesh.triangles.slice();
  const copied = assignCopies(mesh, findNormals(mesh), cosine, triangles);
  if (copied.length === 0) return mesh;
  const sources = Uint32Array.from(copied);
  const { positions, vertexColors, textures, materials, values } = mesh;
  return createMesh({
    ...mesh,
    positions: extend(positions, sources, 3),
    triangles,
    vertexColors: vertexColors && extend(vertexColors, sources, 4),
    textures: textures && {
      ...textures,
      coordinates: extend(textures.coordinates, sources, COORDINATE_COMPONENTS),
    },
    materials: materials && mapMaterialVertices(materials, (numbers, size) => extend(numbers, sources, size)),
    values: values?.map((value) =>
      value.on === 'vertices' ? { ...value, values: extend(value.values, sources, 1) } : value,
    ),
  });
}

/** Unit normals of triangles; zero where there is none. */
function findNormals({ positions, triangles }: Mesh): Float32Array {
  const normals = new Float32Array(triangles.length);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
    const [ux, uy, uz] = [0, 1, 2].map((axis) => positions[b + axis]! - positions[a + axis]!) as [
      number,
      number,
      number,
    ];
    const [vx, vy, vz] = [0, 1, 2].map((axis) => positions[c + axis]! - positions[a + axis]!) as [
      number,
      number,
      number,
    ];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0 && length < Infinity)) continue;
    normals[at] = x / length;
    normals[at + 1] = y / length;
    normals[at + 2] = z / length;
  }
  return normals;
}

/** Renumbers corners in `triangles`. @returns the vertex that each copy is of, in order. */
function assignCopies(mesh: Mesh, normals: Float32Array, cosine: number, triangles: Uint32Array): number[] {
  const vertexCount = mesh.positions.length / 3;
  const { starts, corners } = listCorners(mesh.triangles, vertexCount);
  const copied: number[] = [];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const around = corners.subarray(starts[vertex], starts[vertex + 1]);
    if (around.length < 2 || !isCreased(around, normals, cosine)) continue;
    const groups = groupAround(mesh.triangles, around, normals, cosine);
    const copyOf = new Map([[groups[0]!, vertex]]);
    for (const [index, corner] of around.entries()) {
      const group = groups[index]!;
      if (!copyOf.has(group)) {
        copyOf.set(group, vertexCount + copied.length);
        copied.push(vertex);
      }
      triangles[corner] = copyOf.get(group)!;
    }
  }
  return copied;
}

/** The corners at each vertex, one vertex after the other. */
function listCorners(triangles: Uint32Array, vertexCount: number): { starts: Uint32Array; corners: Uint32Array } {
  const starts = new Uint32Array(vertexCount + 2);
  for (const vertex of triangles) if (vertex < vertexCount) starts[vertex + 2]!++;
  for (let vertex = 2; vertex < starts.length; vertex++) starts[vertex]! += starts[vertex - 1]!;
  const corners = new Uint32Array(starts[vertexCount + 1]!);
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = triangles[corner]!;
    if (vertex < vertexCount) corners[starts[vertex + 1]!++] = corner;
  }
  return { starts, corners };
}

function cosineBetween(normals: Float32Array, cornerA: number, cornerB: number): number {
  const [a, b] = [cornerA - (cornerA % 3), cornerB - (cornerB % 3)];
  return normals[a]! * normals[b]! + normals[a + 1]! * normals[b + 1]! + normals[a + 2]! * normals[b + 2]!;
}

/** Whether any triangle turns from the first one by more than half the angle: where none does, no two make a crease. */
function isCreased(around: Uint32Array, normals: Float32Array, cosine: number): boolean {
  const half = Math.sqrt((1 + cosine) / 2);
  for (let index = 1; index < around.length; index++) {
    if (!(cosineBetween(normals, around[0]!, around[index]!) >= half)) return true;
  }
  return false;
}

/** Pairs would take too long at a vertex of more triangles. */
const AROUND_MAX = 512;

/** The group of each corner's triangle: triangles that edges at the vertex join, unless the edges are creases. */
function groupAround(triangles: Uint32Array, around: Uint32Array, normals: Float32Array, cosine: number): number[] {
  const groups = Array.from(around, (_, index) => index);
  if (around.length > AROUND_MAX) return groups.fill(0);
  const find = (index: number): number => {
    let root = index;
    while (groups[root] !== root) root = groups[root]!;
    groups[index] = root;
    return root;
  };
  for (let one = 0; one < around.length; one++) {
    for (let other = one + 1; other < around.length; other++) {
      if (!shareEdge(triangles, around[one]!, around[other]!)) continue;
      if (cosineBetween(normals, around[one]!, around[other]!) >= cosine) groups[find(other)] = find(one);
    }
  }
  return groups.map((_, index) => find(index));
}

/** Whether triangles with a corner at the same vertex share another one. */
function shareEdge(triangles: Uint32Array, cornerA: number, cornerB: number): boolean {
  const others = (corner: number) => {
    const first = corner - (corner % 3);
    return [triangles[first + ((corner + 1) % 3)]!, triangles[first + ((corner + 2) % 3)]!] as const;
  };
  const [a, b] = others(cornerA);
  const [c, d] = others(cornerB);
  return a === c || a === d || b === c || b === d;
}

function extend<A extends Float32Array | Uint8Array | Uint32Array>(
  values: A,
  sources: Uint32Array,
  components: number,
): A {
  const Numbers = values.constructor as new (length: number) => A;
  const extended = new Numbers(values.length + components * sources.length);
  extended.set(values);
  for (let copy = 0, at = values.length; copy < sources.length; copy++) {
    for (let component = 0; component < components; component++) {
      extended[at++] = values[components * sources[copy]! + component]!;
    }
  }
  return extended;
}
