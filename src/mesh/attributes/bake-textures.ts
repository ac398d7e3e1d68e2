/** Images of a mesh as colours of its vertices, for formats that have no images. */
import { createMesh, type Mesh } from '../mesh.js';
import { buildLevels, COORDINATE_COMPONENTS, type ImageLevels, type MeshTextures, type Wrap } from './textures.js';

/**
 * The mesh with its images in its vertices' colours: as sharp as its triangles are small. Each vertex takes the texel under it, of
 * the level whose texels are as large as the median edge.
 */
export function bakeTextures(mesh: Mesh): Mesh {
  const { textures, ...bare } = mesh;
  if (!textures) return mesh;
  const { coordinates, images } = textures;
  const levels = images.map((image, index) => {
    const all = buildLevels(image);
    const texels = medianEdge(mesh.triangles, textures, index) * Math.max(image.width, image.height);
    return all[Math.min(Math.max(0, Math.round(Math.log2(texels || 1))), all.length - 1)]!;
  });
  const vertexColors = mesh.vertexColors?.slice() ?? new Uint8Array((4 * mesh.positions.length) / 3).fill(255);
  for (let vertex = 0, at = 0; at < coordinates.length; vertex++, at += COORDINATE_COMPONENTS) {
    const [u, v, index] = coordinates.subarray(at, at + COORDINATE_COMPONENTS) as unknown as [number, number, number];
    const [level, image] = [levels[index], images[index]];
    if (!level || !image) continue;
    const texel = texelAt(level, image.wrap, u, v);
    for (let channel = 0; channel < 3; channel++) {
      const color = 4 * vertex + channel;
      vertexColors[color] = Math.round((vertexColors[color]! * level.texels[texel + channel]!) / 255);
    }
  }
  return createMesh({ ...bare, vertexColors });
}

/** Triangles that are looked at to know them all. */
const TRIANGLES_MAX = 1000;

/** The median length, across the image, of edges in it. */
function medianEdge(triangles: Uint32Array, { coordinates }: MeshTextures, image: number): number {
  const step = 3 * Math.max(1, Math.floor(triangles.length / 3 / TRIANGLES_MAX));
  const lengths: number[] = [];
  for (let corner = 0; corner + 2 < triangles.length; corner += step) {
    const [a, b] = [COORDINATE_COMPONENTS * triangles[corner]!, COORDINATE_COMPONENTS * triangles[corner + 1]!];
    if (coordinates[a + 2] !== image) continue;
    lengths.push(Math.hypot(coordinates[a]! - coordinates[b]!, coordinates[a + 1]! - coordinates[b + 1]!));
  }
  return lengths.filter(Number.isFinite).sort((a, b) => a - b)[lengths.length >> 1] ?? 0;
}

function texelAt({ width, height }: ImageLevels[number], [wrapX, wrapY]: readonly [Wrap, Wrap], u: number, v: number) {
  return 4 * (wrap(Math.floor(v * height), height, wrapY) * width + wrap(Math.floor(u * width), width, wrapX));
}

/** The texel of the image itself for one beyond it. */
function wrap(texel: number, size: number, mode: Wrap): number {
  if (!Number.isFinite(texel)) return 0;
  if (mode === 'clamp') return Math.min(Math.max(texel, 0), size - 1);
  const within = ((texel % (2 * size)) + 2 * size) % (2 * size);
  return within < size ? within : mode === 'mirror' ? 2 * size - 1 - within : within - size;
}
