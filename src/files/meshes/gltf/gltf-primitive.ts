/** Triangles, colours and values of a glTF primitive. */
import type { Primitive } from '@gltf-transform/core';
import { encodeSrgb } from '../../../math/srgb.js';
import { colorBytes, packColor } from '../../../mesh/attributes/colors.js';
import type { MeshValues } from '../../../mesh/attributes/values.js';
import { growingWords } from '../../../mesh/growing-array.js';
import { deriveTangents } from '../../../mesh/materials/derive-tangents.js';
import { type MeshMaterials, SET_COMPONENTS, TANGENT_COMPONENTS } from '../../../mesh/materials/mesh-materials.js';
import { createMesh, type Mesh } from '../../../mesh/mesh.js';
import { recenter } from '../../../mesh/recenter.js';
import { pushStrip } from '../triangle-strip.js';
import { colorFactor, colorTexture, PrimitiveMaterials } from './gltf-material.js';
import { type Posed, readVectors } from './gltf-pose.js';
import { findTextures, type GltfImages } from './gltf-texture.js';

const MODE = { triangles: 4, strip: 5, fan: 6 } as const;

/** Whether it has triangles, and not points or lines. */
export const hasTriangles = (primitive: Primitive) => (Object.values(MODE) as number[]).includes(primitive.getMode());

type FixedParts = Pick<Mesh, 'triangles' | 'vertexColors' | 'textures' | 'materials' | 'values'>;

/** The parts of primitives that no pose changes, found once for all poses. */
export class PrimitiveParts {
  readonly #known = new Map<Primitive, FixedParts>();
  readonly #images: GltfImages;
  readonly #materials: PrimitiveMaterials;

  constructor(images: GltfImages) {
    this.#images = images;
    this.#materials = new PrimitiveMaterials(images);
  }

  /** Materials whose image could not be read, or has no texture coordinates on one of their meshes. */
  get imagesLeftOut(): number {
    return this.#materials.lacking.size;
  }

  /** A mesh in the space of its positions; undefined if there is no triangle. */
  createMesh(primitive: Primitive, posed: Posed): Mesh | undefined {
    const { positions, normals } = posed;
    const parts = this.#known.get(primitive) ?? this.#create(primitive, positions.length / 3);
    this.#known.set(primitive, parts);
    if (parts.triangles.length === 0) return undefined;
    const world = recenter(positions);
    const materials = parts.materials && addTangents(parts.materials, { ...world, triangles: parts.triangles }, posed);
    return createMesh({ ...world, ...parts, materials, normals: normals && Float32Array.from(normals) });
  }

  #create(primitive: Primitive, vertices: number): FixedParts {
    const triangles = listTriangles(primitive, vertices);
    const material = primitive.getMaterial();
    const colors = material ? colorTexture(material) : ([null, null] as const);
    const textures = findTextures(this.#images, primitive, colors);
    if (triangles.length > 0 && !textures && colors[0]) this.#materials.lacking.add(material);
    return {
      triangles,
      vertexColors: readColors(primitive, vertices),
      textures,
      materials: this.#materials.find(primitive, vertices),
      values: readValues(primitive, vertices),
    };
  }
}

function listTriangles(primitive: Primitive, vertices: number): Uint32Array {
  const indices = primitive.getIndices()?.getArray();
  const corners = indices ? Uint32Array.from(indices) : Uint32Array.from({ length: vertices }, (_, vertex) => vertex);
  const mode = primitive.getMode();
  if (mode === MODE.triangles) return corners.subarray(0, 3 * Math.floor(corners.length / 3));
  const triangles = growingWords();
  if (mode === MODE.strip) pushStrip(triangles, corners);
  else for (let at = 2; at < corners.length; at++) triangles.push3(corners[0]!, corners[at - 1]!, corners[at]!);
  return triangles.toArray();
}

/** The material's base colour times the vertices' own; undefined where all are white. */
function readColors(primitive: Primitive, vertices: number): Uint8Array | undefined {
  const factor = colorFactor(primitive.getMaterial());
  const accessor = primitive.getAttribute('COLOR_0');
  const own = accessor?.getArray() && accessor.getCount() === vertices ? readVectors(accessor, 4) : undefined;
  if (!own && factor.slice(0, 3).every((channel) => channel === 1)) return undefined;
  const channel = (vertex: number, index: 0 | 1 | 2) =>
    255 * encodeSrgb(factor[index]! * (own?.[4 * vertex + index] ?? 1));
  if (!own) {
    const word = packColor(channel(0, 0), channel(0, 1), channel(0, 2));
    return colorBytes(new Uint32Array(vertices).fill(word));
  }
  const words = Uint32Array.from({ length: vertices }, (_, vertex) =>
    packColor(channel(vertex, 0), channel(vertex, 1), channel(vertex, 2)),
  );
  const bytes = colorBytes(words);
  for (let vertex = 0; vertex < vertices; vertex++) bytes[4 * vertex + 3] = opacityByte(own[4 * vertex + 3]!);
  return bytes;
}

const opacityByte = (share: number) => Math.round(255 * Math.min(Math.max(share, 0), 1)) || 0;

/** Adds tangents for images of normals: those of the pose where the file has any, else as the image lies on the surface. */
function addTangents(
  materials: MeshMaterials,
  mesh: Pick<Mesh, 'positions' | 'triangles' | 'origin'>,
  { tangents, tangentSigns }: Posed,
): MeshMaterials {
  const normal = materials.list[0]?.images.normal;
  const coordinates = normal && materials.coordinates[normal.set];
  if (!coordinates) return materials;
  if (tangents && tangentSigns) return { ...materials, tangents: joinSigns(tangents, tangentSigns) };
  const [a, b, c, d, e, f] = normal.transform;
  const inImage = coordinates.slice();
  for (let at = 0; at < inImage.length; at += SET_COMPONENTS) {
    const [u, v] = [coordinates[at]!, coordinates[at + 1]!];
    inImage[at] = a * u + b * v + c;
    inImage[at + 1] = d * u + e * v + f;
  }
  return { ...materials, tangents: deriveTangents(mesh, inImage) };
}

function joinSigns(tangents: Float64Array, signs: Float64Array): Float32Array {
  const joined = new Float32Array(TANGENT_COMPONENTS * signs.length);
  for (const [vertex, sign] of signs.entries()) {
    const [x, y, z] = [tangents[3 * vertex]!, tangents[3 * vertex + 1]!, tangents[3 * vertex + 2]!];
    const length = Math.hypot(x, y, z);
    if (!(length > 0 && length < Infinity) || !Number.isFinite(sign)) continue;
    joined.set([x / length, y / length, z / length, Math.sign(sign)], TANGENT_COMPONENTS * vertex);
  }
  return joined;
}

/** Attributes of programs' own start with an underscore. */
function readValues(primitive: Primitive, vertices: number): MeshValues[] {
  return primitive.listSemantics().flatMap((semantic) => {
    const accessor = primitive.getAttribute(semantic);
    const isValue = semantic.startsWith('_') && accessor?.getType() === 'SCALAR' && accessor.getCount() === vertices;
    if (!isValue || !accessor.getArray()) return [];
    return [{ name: semantic.slice(1), on: 'vertices', values: Float32Array.from(readVectors(accessor, 1)) }];
  });
}
