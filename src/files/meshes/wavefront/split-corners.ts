/** Corners of OBJ faces as vertices: each has one normal, one place in an image, and one image. */
import { COORDINATE_COMPONENTS, NO_IMAGE } from '../../../mesh/attributes/textures.js';
import { createMesh, NO_VERTEX } from '../../../mesh/mesh.js';
import { computeNormals } from '../../../mesh/normals.js';
import { recenter } from '../../../mesh/recenter.js';
import { splitCreases } from '../../../mesh/topology/split-creases.js';
import { TripleNumbering } from '../../../mesh/topology/triple-numbering.js';
import type { ObjStatements } from './obj-statements.js';
import type { PlacedImage } from './read-materials.js';

export interface SplitVertices {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** The vertex of the file that each is. */
  readonly sources: Uint32Array;
  readonly normals: Float32Array | undefined;
  /** Coordinates as `MeshTextures` has them. */
  readonly coordinates: Float32Array | undefined;
}

/**
 * Splits vertices by normal and texture coordinates: the first of each keeps its number, and copies come after all.
 * @param placed the image of each material.
 */
export function splitCorners(statements: ObjStatements, placed: readonly (PlacedImage | undefined)[]): SplitVertices {
  const positions = statements.positions.toArray();
  const triangles = statements.triangles.toArray();
  const vertexCount = positions.length / 3;
  const isTextured = placed.some((image) => image !== undefined);
  const { cornerNormals, given } = listNormals(statements, positions, isTextured);
  if (!cornerNormals && !isTextured) {
    const sources = Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex);
    return { positions, triangles, sources, normals: undefined, coordinates: undefined };
  }
  const imageCoordinates = new ImageCoordinates(statements, placed);
  /** Plus one; zero for none yet. */
  const firstNormals = new Float64Array(vertexCount);
  const firstTexcoords = new Uint32Array(vertexCount);
  const copies = new TripleNumbering();
  const copied: { vertex: number; normal: number; texcoord: number }[] = [];
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = triangles[corner]!;
    if (vertex >= vertexCount) {
      // A corner without a vertex would become a copy's index.
      triangles[corner] = NO_VERTEX;
      continue;
    }
    const normal = cornerNormals?.[corner] ?? NO_VERTEX;
    const texcoord = imageCoordinates.of(corner);
    if (firstNormals[vertex] === 0) {
      firstNormals[vertex] = normal + 1;
      firstTexcoords[vertex] = texcoord;
    }
    if (firstNormals[vertex] === normal + 1 && firstTexcoords[vertex] === texcoord) continue;
    const copy = copies.number(vertex, normal, texcoord);
    if (copy === copied.length) copied.push({ vertex, normal, texcoord });
    triangles[corner] = vertexCount + copy;
  }
  const total = vertexCount + copied.length;
  const sources = Uint32Array.from({ length: total }, (_, at) => copied[at - vertexCount]?.vertex ?? at);
  const [splitPositions, normals] = [0, 1].map(() => new Float64Array(3 * total));
  const coordinates = isTextured ? new Float32Array(COORDINATE_COMPONENTS * total) : undefined;
  for (let at = 0; at < total; at++) {
    const { normal, texcoord } = copied[at - vertexCount] ?? {
      normal: firstNormals[at]! - 1,
      texcoord: firstTexcoords[at]!,
    };
    for (let axis = 0; axis < 3; axis++) {
      splitPositions![3 * at + axis] = positions[3 * sources[at]! + axis]!;
      normals![3 * at + axis] = given[3 * normal + axis] ?? 0;
    }
    coordinates?.set(imageCoordinates.coordinates(texcoord), COORDINATE_COMPONENTS * at);
  }
  return {
    positions: splitPositions!,
    triangles,
    sources,
    normals: cornerNormals && Float32Array.from(normals!),
    coordinates,
  };
}

/**
 * The file's own normals. Where it has none, those of a mesh with images are made before its vertices are split along the images'
 * edges, which are no creases.
 */
function listNormals(statements: ObjStatements, positions: Float64Array, isTextured: boolean) {
  if (statements.triangleNormals.length > 0) {
    return { cornerNormals: statements.triangleNormals.toArray(), given: statements.normals.toArray() };
  }
  if (!isTextured || statements.triangles.length === 0) return { cornerNormals: undefined, given: [] };
  const creased = splitCreases(createMesh({ ...recenter(positions), triangles: statements.triangles.toArray() }));
  return { cornerNormals: creased.triangles, given: computeNormals(creased) };
}

/** Distinct places in images, by number: 0 is none. */
class ImageCoordinates {
  readonly #statements: ObjStatements;
  readonly #placed: readonly (PlacedImage | undefined)[];
  readonly #indices: Uint32Array;
  readonly #materials: Uint32Array;
  readonly #given: Float64Array;
  readonly #numbering = new TripleNumbering();
  readonly #known: (readonly [number, number, number])[] = [];

  constructor(statements: ObjStatements, placed: readonly (PlacedImage | undefined)[]) {
    this.#statements = statements;
    this.#placed = placed;
    this.#indices = statements.triangleCoordinates.toArray();
    this.#materials = statements.triangleMaterials.toArray();
    this.#given = statements.coordinates.toArray();
  }

  of(corner: number): number {
    const material = this.#materials[Math.floor(corner / 3)]!;
    const index = this.#indices[corner] ?? NO_VERTEX;
    const image = this.#placed[material];
    if (!image || index >= this.#statements.coordinates.length / 2) return 0;
    const texcoord = this.#numbering.number(index, material, 0);
    if (texcoord === this.#known.length) {
      const { scale, offset } = image;
      const [u, v] = [0, 1].map((axis) => this.#given[2 * index + axis]! * scale[axis]! + offset[axis]!);
      // Counted from the image's lower left corner in the file.
      this.#known.push([u!, 1 - v!, image.index]);
    }
    return texcoord + 1;
  }

  coordinates(texcoord: number): readonly [number, number, number] {
    return this.#known[texcoord - 1] ?? [0, 0, NO_IMAGE];
  }
}
