/** Reads Wavefront OBJ meshes, with normals, and colours of vertices or materials. */
import { colorBytes, packColor, WHITE } from '../../mesh/attributes/colors.js';
import { NO_VERTEX } from '../../mesh/mesh.js';
import { recenter } from '../../mesh/recenter.js';
import { TripleNumbering } from '../../mesh/topology/triple-numbering.js';
import { FILE_LIMITS } from '../bytes/budget.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { mayLeaveOut } from '../bytes/outside-error.js';
import { TextTokens } from '../bytes/text/text-tokens.js';
import type { FileSource } from '../volumes/source.js';
import { cutPolygons, finishMesh, type MeshReader, noteLeftOut } from './mesh-file.js';
import { ObjStatements } from './obj-statements.js';
import { parseMaterials } from './parse-materials.js';

const HASH = 35;

/** One of these starts every OBJ file, comments aside. */
const KEYWORDS = new Set(['v', 'vn', 'vt', 'vp', 'f', 'o', 'g', 's', 'l', 'p', 'mtllib', 'usemtl']);

/** The range in which content is looked for: long comments may come first. */
const START_SIZE_BYTES = 1 << 16;

/** Whether the first statement is one of an OBJ file, which has no magic word. */
export function isObj(bytes: Uint8Array): boolean {
  const tokens = new TextTokens(bytes.subarray(0, START_SIZE_BYTES));
  while (tokens.next()) {
    if (bytes[tokens.start] === HASH) tokens.skipLine();
    else return tokens.end - tokens.start <= 6 && KEYWORDS.has(tokens.text());
  }
  return false;
}

/**
 * Reads vertices and faces. Polygons are cut into triangles; a vertex that has several normals becomes several. Faces of files
 * without vertex colours have the diffuse ones of their materials, if there is a library of them.
 */
export const readObj: MeshReader = (source) =>
  nameInErrors(source.name, async () => {
    const statements = new ObjStatements(source.bytes);
    const notes = [
      ...noteLeftOut(statements.linesAndPoints, 'lines and points'),
      ...noteLeftOut(statements.freeForms, 'curves and free-form surfaces'),
    ];
    const polygons = statements.polygons.toArray();
    const mesh = splitByNormal(statements);
    notes.push(...cutPolygons(mesh.positions, { triangles: mesh.triangles, polygons }, source.bytes.length));
    const faceColors = mesh.vertexColors ? undefined : await readFaceColors(source, statements, notes);
    return finishMesh({ ...mesh, ...recenter(mesh.positions), faceColors }, notes);
  });

/** Vertices with one normal each. Those of one normal or none keep their place, and the others' copies come after. */
function splitByNormal(statements: ObjStatements) {
  const positions = statements.positions.toArray();
  const colors = toWords(statements.colors.toArray());
  const triangles = statements.triangles.toArray();
  if (statements.triangleNormals.length === 0) {
    return { positions, triangles, vertexColors: colors && colorBytes(colors) };
  }
  const vertexCount = positions.length / 3;
  const cornerNormals = statements.triangleNormals.toArray();
  /** Plus one; zero for none yet. */
  const firstNormals = new Float64Array(vertexCount);
  const copies = new TripleNumbering();
  const copied: { vertex: number; normal: number }[] = [];
  for (let corner = 0; corner < triangles.length; corner++) {
    const [vertex, normal] = [triangles[corner]!, cornerNormals[corner]!];
    if (vertex >= vertexCount) {
      // It would become a copy's index.
      triangles[corner] = NO_VERTEX;
      continue;
    }
    if (firstNormals[vertex] === 0) firstNormals[vertex] = normal + 1;
    if (firstNormals[vertex] === normal + 1) continue;
    const copy = copies.number(vertex, normal, 0);
    if (copy === copied.length) copied.push({ vertex, normal });
    triangles[corner] = vertexCount + copy;
  }

  const [splitPositions, normals] = [0, 1].map(() => new Float64Array(3 * (vertexCount + copied.length)));
  splitPositions!.set(positions);
  const given = statements.normals.toArray();
  const setNormal = (vertex: number, normal: number) => {
    for (let axis = 0; axis < 3; axis++) normals![3 * vertex + axis] = given[3 * normal + axis] ?? 0;
  };
  for (let vertex = 0; vertex < vertexCount; vertex++) setNormal(vertex, firstNormals[vertex]! - 1);
  for (const [copy, { vertex, normal }] of copied.entries()) {
    splitPositions!.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * (vertexCount + copy));
    setNormal(vertexCount + copy, normal);
  }
  const splitColors = colors && new Uint32Array(vertexCount + copied.length);
  splitColors?.set(colors!);
  for (const [copy, { vertex }] of copied.entries())
    if (splitColors) splitColors[vertexCount + copy] = colors![vertex]!;
  return {
    positions: splitPositions!,
    triangles,
    normals: Float32Array.from(normals!),
    vertexColors: splitColors && colorBytes(splitColors),
  };
}

/** A word for each vertex of its red, green and blue, which are NaN where it has none; undefined if there are none. */
function toWords(components: Float64Array): Uint32Array | undefined {
  if (components.length === 0) return undefined;
  // Most programs write 0…1, and a few 0…255.
  const scale = components.some((component) => component > 1) ? 1 : 255;
  return Uint32Array.from({ length: components.length / 3 }, (_, vertex) => {
    const [red, green, blue] = components.subarray(3 * vertex, 3 * vertex + 3) as unknown as [number, number, number];
    return Number.isNaN(red) ? WHITE : packColor(red * scale, green * scale, blue * scale);
  });
}

/** Files for one mesh; there is one as a rule. */
const LIBRARIES_MAX = 64;

/** Colours of the faces' materials; undefined, perhaps with a note, if there are none. */
async function readFaceColors(
  source: FileSource,
  { libraries, materialNames, triangleMaterials }: ObjStatements,
  notes: string[],
): Promise<Uint8Array | undefined> {
  if (materialNames.length === 1) return undefined;
  const colors = new Map<string, number>();
  let textures = 0;
  const named = new Set(libraries);
  notes.push(...noteLeftOut(named.size - LIBRARIES_MAX, 'material libraries after the first ones'));
  for (const library of [...named].slice(0, LIBRARIES_MAX)) {
    try {
      const materials = parseMaterials(await readLibrary(source, library));
      for (const [name, color] of materials.colors) colors.set(name, color);
      textures += materials.textures;
    } catch (error) {
      if (!mayLeaveOut(error)) throw error;
      notes.push(`left out colours of materials: ${error.message}`);
    }
  }
  notes.push(...noteLeftOut(textures, 'images on materials'));
  const words = materialNames.map((name) => colors.get(name) ?? WHITE);
  if (words.every((word) => word === WHITE)) return undefined;
  return colorBytes(triangleMaterials.toArray().map((material) => words[material]!));
}

/** The library that an `mtllib` statement names: one file in practice, whose name may hold blanks and Windows' separators. */
function readLibrary({ readSibling }: FileSource, name: string): Promise<Uint8Array> {
  return readSibling(name.replaceAll('\\', '/'), FILE_LIMITS.textBytes);
}
