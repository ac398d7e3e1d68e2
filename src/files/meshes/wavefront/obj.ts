/** Reads Wavefront OBJ meshes, with normals, and colours of vertices or materials, or their images. */
import { colorBytes, packColor, WHITE } from '../../../mesh/attributes/colors.js';
import { recenter } from '../../../mesh/recenter.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import {
  allVertices,
  cutPolygons,
  drawStrokes,
  finishMesh,
  type MeshReader,
  NoTriangles,
  noteLeftOut,
} from '../mesh-file.js';
import { ObjStatements } from './obj-statements.js';
import { readMaterials } from './read-materials.js';
import { splitCorners } from './split-corners.js';

/**
 * Reads vertices and faces. Polygons are cut into triangles; a vertex that has several normals or places in images becomes
 * several. Faces of files without vertex colours have the diffuse ones of their materials, if there is a library of them, times
 * their images.
 */
export const readObj: MeshReader = (source) =>
  nameInErrors(source.name, async () => {
    const statements = new ObjStatements(source.bytes);
    const notes = [
      ...noteLeftOut(statements.linesAndPoints, 'lines and points'),
      ...noteLeftOut(statements.freeForms, 'curves and free-form surfaces'),
    ];
    if (statements.triangles.length === 0) throw refuseStrokes(statements);
    const colors = toWords(statements.colors.toArray());
    const materials = colors ? undefined : await readMaterials(source, statements);
    if (materials) notes.push(...materials.notes);
    const { sources, coordinates, ...mesh } = splitCorners(statements, materials?.placed ?? []);
    const polygons = statements.polygons.toArray();
    notes.push(...cutPolygons(mesh.positions, { triangles: mesh.triangles, polygons }, source.bytes.length));
    const words = materials?.colors;
    const faceColors = words && colorBytes(statements.triangleMaterials.toArray().map((material) => words[material]!));
    return finishMesh(
      {
        ...mesh,
        ...recenter(mesh.positions),
        vertexColors: colors && colorBytes(sources.map((vertex) => colors[vertex]!)),
        faceColors,
        ...(coordinates && { textures: { images: materials!.images, coordinates } }),
      },
      notes,
    );
  });

/** Vertices that nothing joins are points, as in scans. */
function refuseStrokes(statements: ObjStatements): NoTriangles {
  const positions = statements.positions.toArray();
  const colors = toWords(statements.colors.toArray());
  const [points, lines] = [statements.points.toArray(), statements.lines.toArray()];
  const isCloud = points.length + lines.length === 0;
  const strokes = {
    positions,
    points: isCloud ? allVertices(positions.length / 3) : points,
    lines,
    vertexColors: colors && colorBytes(colors),
  };
  return new NoTriangles(positions.length / 3, () => drawStrokes(strokes));
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
