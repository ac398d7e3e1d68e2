/** Triangles, colours and values of a glTF primitive. */
import type { Material, Primitive } from '@gltf-transform/core';
import type { PBRSpecularGlossiness } from '@gltf-transform/extensions';
import { encodeSrgb } from '../../../math/srgb.js';
import { colorBytes, packColor } from '../../../mesh/attributes/colors.js';
import type { MeshValues } from '../../../mesh/attributes/values.js';
import { growingWords } from '../../../mesh/growing-array.js';
import { createMesh, type Mesh } from '../../../mesh/mesh.js';
import { recenter } from '../../../mesh/recenter.js';
import { pushStrip } from '../triangle-strip.js';
import { type Posed, readVectors } from './gltf-pose.js';
import { PrimitiveTextures, type TextureImages } from './gltf-texture.js';

const MODE = { triangles: 4, strip: 5, fan: 6 } as const;

/** Whether it has triangles, and not points or lines. */
export const hasTriangles = (primitive: Primitive) => (Object.values(MODE) as number[]).includes(primitive.getMode());

type FixedParts = Pick<Mesh, 'triangles' | 'vertexColors' | 'textures' | 'values'>;

/** The parts of primitives that no pose changes, found once for all poses. */
export class PrimitiveParts {
  readonly #known = new Map<Primitive, FixedParts>();
  readonly #materials = new Set<unknown>();
  readonly #textures: PrimitiveTextures;

  constructor(images: TextureImages) {
    this.#textures = new PrimitiveTextures(images);
  }

  /** Materials whose image could not be read, or has no texture coordinates on one of their meshes. */
  get imagesLeftOut(): number {
    return this.#materials.size;
  }

  /** A mesh in the space of its positions; undefined if there is no triangle. */
  createMesh(primitive: Primitive, { positions, normals }: Posed): Mesh | undefined {
    const parts = this.#known.get(primitive) ?? this.#create(primitive, positions.length / 3);
    this.#known.set(primitive, parts);
    if (parts.triangles.length === 0) return undefined;
    return createMesh({ ...recenter(positions), ...parts, normals: normals && Float32Array.from(normals) });
  }

  #create(primitive: Primitive, vertices: number): FixedParts {
    const triangles = listTriangles(primitive, vertices);
    const textures = this.#textures.find(primitive);
    if (triangles.length > 0 && !textures && hasTexture(primitive.getMaterial())) {
      this.#materials.add(primitive.getMaterial());
    }
    return {
      triangles,
      vertexColors: readColors(primitive, vertices),
      textures,
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
  const factor = baseColor(primitive.getMaterial());
  const accessor = primitive.getAttribute('COLOR_0');
  const own = accessor?.getArray() && accessor.getCount() === vertices ? readVectors(accessor, 3) : undefined;
  if (!own && factor.every((channel) => channel === 1)) return undefined;
  const channel = (vertex: number, index: 0 | 1 | 2) =>
    255 * encodeSrgb(factor[index]! * (own?.[3 * vertex + index] ?? 1));
  if (!own) {
    const word = packColor(channel(0, 0), channel(0, 1), channel(0, 2));
    return colorBytes(new Uint32Array(vertices).fill(word));
  }
  const words = Uint32Array.from({ length: vertices }, (_, vertex) =>
    packColor(channel(vertex, 0), channel(vertex, 1), channel(vertex, 2)),
  );
  return colorBytes(words);
}

function baseColor(material: Material | null): readonly number[] {
  const old = material?.getExtension<PBRSpecularGlossiness>('KHR_materials_pbrSpecularGlossiness');
  return (old?.getDiffuseFactor() ?? material?.getBaseColorFactor() ?? [1, 1, 1]).slice(0, 3);
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

/** Whether an image says what colour it has where. */
function hasTexture(material: Material | null): boolean {
  const old = material?.getExtension<PBRSpecularGlossiness>('KHR_materials_pbrSpecularGlossiness');
  return Boolean(material?.getBaseColorTexture() ?? old?.getDiffuseTexture());
}
