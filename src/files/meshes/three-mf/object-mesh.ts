/** The mesh of a 3MF object. */
import { colorBytes, WHITE } from '../../../mesh/attributes/colors.js';
import { type MeshImage, NO_IMAGE } from '../../../mesh/attributes/textures.js';
import { growingFloats } from '../../../mesh/growing-array.js';
import { createMesh, type Mesh, NO_VERTEX } from '../../../mesh/mesh.js';
import { computeNormals } from '../../../mesh/normals.js';
import { recenter } from '../../../mesh/recenter.js';
import { splitCreases } from '../../../mesh/topology/split-creases.js';
import { TripleNumbering } from '../../../mesh/topology/triple-numbering.js';
import type { MeshObject } from './model-part.js';

/**
 * Triangles of one colour have it as theirs. Those whose corners differ have vertices of their own, since each may have another
 * colour in the next triangle.
 */
export function createObjectMesh(object: MeshObject, images: PartImages): Mesh {
  const { positions, triangles, cornerColors } = object;
  const textured = object.cornerCoordinates && createTexturedMesh(object, images);
  if (textured) return textured;
  if (!cornerColors) return createMesh({ ...recenter(positions), triangles });
  const isMixed = (corner: number) =>
    cornerColors[corner] !== cornerColors[corner + 1] || cornerColors[corner] !== cornerColors[corner + 2];
  const faceColors = new Uint32Array(triangles.length / 3);
  const corners = triangles.slice();
  const split = growingFloats();
  const splitColors: number[] = [];
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const mixed = isMixed(corner);
    faceColors[corner / 3] = mixed ? WHITE : cornerColors[corner]!;
    if (!mixed) continue;
    for (let at = corner; at < corner + 3; at++) {
      const from = 3 * triangles[at]!;
      corners[at] = (positions.length + split.length) / 3;
      split.push3(positions[from] ?? Number.NaN, positions[from + 1] ?? Number.NaN, positions[from + 2] ?? Number.NaN);
      splitColors.push(cornerColors[at]!);
    }
  }
  const all = new Float64Array(positions.length + split.length);
  all.set(positions);
  all.set(split.toArray(), positions.length);
  const vertexColors = new Uint32Array(all.length / 3).fill(WHITE);
  vertexColors.set(splitColors, positions.length / 3);
  return createMesh({
    ...recenter(all),
    triangles: corners,
    faceColors: colorBytes(faceColors),
    vertexColors: splitColors.length > 0 ? colorBytes(vertexColors) : undefined,
  });
}

/** The places of a part, and its images, of which some may be missing. */
export interface PartImages {
  readonly textureCoordinates: readonly number[];
  readonly images: readonly (MeshImage | undefined)[];
}

/**
 * Corners are one vertex where they have the same place and colour. Normals are made before that: the edges of images are no creases.
 * @returns undefined where no image is there.
 */
function createTexturedMesh(
  { positions, triangles, cornerColors, cornerCoordinates }: MeshObject,
  { textureCoordinates, images }: PartImages,
): Mesh | undefined {
  const numbers = new Map<MeshImage, number>();
  const shownEntry = (corner: number) => {
    const entry = cornerCoordinates![corner]!;
    const image = entry > 0 ? images[textureCoordinates[3 * entry - 1]!] : undefined;
    if (!image) return 0;
    if (!numbers.has(image)) numbers.set(image, numbers.size);
    return entry;
  };
  const cornerShown = cornerCoordinates!.map((_, corner) => shownEntry(corner));
  if (numbers.size === 0) return undefined;
  const creased = splitCreases(createMesh({ ...recenter(positions), triangles }));
  const smooth = computeNormals(creased);
  const vertices = new TripleNumbering();
  const [points, normals, coordinates] = [growingFloats(), growingFloats(), growingFloats()];
  const colors: number[] = [];
  const corners = creased.triangles.map((vertex, corner) => {
    if (3 * vertex >= creased.positions.length) return NO_VERTEX;
    const [entry, color] = [cornerShown[corner]!, cornerColors?.[corner] ?? WHITE];
    const number = vertices.number(vertex, entry, color);
    if (number < colors.length) return number;
    const from = 3 * triangles[corner]!;
    points.push3(positions[from]!, positions[from + 1]!, positions[from + 2]!);
    normals.push3(smooth[3 * vertex]!, smooth[3 * vertex + 1]!, smooth[3 * vertex + 2]!);
    const [u = 0, v = 0, texture = 0] = entry > 0 ? textureCoordinates.slice(3 * entry - 3, 3 * entry) : [];
    if (entry > 0) coordinates.push3(u, 1 - v, numbers.get(images[texture]!)!);
    else coordinates.push3(0, 0, NO_IMAGE);
    colors.push(color);
    return number;
  });
  return createMesh({
    ...recenter(points.toArray()),
    normals: Float32Array.from(normals.toArray()),
    triangles: corners,
    vertexColors: cornerColors && colorBytes(Uint32Array.from(colors)),
    textures: { images: [...numbers.keys()], coordinates: Float32Array.from(coordinates.toArray()) },
  });
}
