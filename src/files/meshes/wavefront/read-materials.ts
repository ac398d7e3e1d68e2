/** The materials that the faces of an OBJ file name. */
import { InputError } from '../../../errors.js';
import { WHITE } from '../../../mesh/attributes/colors.js';
import type { MeshImage } from '../../../mesh/attributes/textures.js';
import { Budget, FILE_LIMITS } from '../../bytes/budget.js';
import { mayLeaveOut } from '../../bytes/outside-error.js';
import { decodePicture } from '../../volumes/pictures/decode-picture.js';
import type { FileSource } from '../../volumes/source.js';
import { noteLeftOut } from '../mesh-file.js';
import { toMeshImage } from '../mesh-image.js';
import type { ObjStatements } from './obj-statements.js';
import { type MaterialMap, parseMaterials } from './parse-materials.js';

/** Files for one mesh; there are one library and a few images as a rule. */
const [LIBRARIES_MAX, IMAGES_MAX] = [64, 256];

/** An image of a material: one of `images`, and how coordinates lead into it. */
export type PlacedImage = Pick<MaterialMap, 'scale' | 'offset'> & { readonly index: number };

/** Materials in the order of the file's names for them. */
export interface ObjMaterials {
  /** A word each; undefined where all are white. */
  readonly colors: readonly number[] | undefined;
  readonly images: readonly MeshImage[];
  /** The image of each, if it has one. */
  readonly placed: readonly (PlacedImage | undefined)[];
  readonly notes: readonly string[];
}

/** Reads the libraries of a file whose faces name materials, and their images. What cannot be read is noted. */
export async function readMaterials(source: FileSource, statements: ObjStatements): Promise<ObjMaterials> {
  const { libraries, materialNames, triangleCoordinates } = statements;
  if (materialNames.length === 1) return { colors: undefined, images: [], placed: [], notes: [] };
  const colors = new Map<string, number>();
  const maps = new Map<string, MaterialMap & { readonly library: string }>();
  const named = new Set(libraries.map((name) => name.replaceAll('\\', '/')));
  const notes = noteLeftOut(named.size - LIBRARIES_MAX, 'material libraries after the first ones');
  for (const library of [...named].slice(0, LIBRARIES_MAX)) {
    try {
      const materials = parseMaterials(await source.readSibling(library, FILE_LIMITS.textBytes));
      for (const [name, color] of materials.colors) colors.set(name, color);
      for (const [name, map] of materials.maps) maps.set(name, { ...map, library });
    } catch (error) {
      if (!mayLeaveOut(error)) throw error;
      notes.push(`left out colours of materials: ${error.message}`);
    }
  }
  const mapOf = materialNames.map((name) => maps.get(name));
  const hasCoordinates = triangleCoordinates.length > 0;
  const read = hasCoordinates
    ? await readImages(source, mapOf)
    : { images: [], indices: mapOf.map(() => undefined), reason: NO_COORDINATES };
  const lost = mapOf.filter((map, material) => map && read.indices[material] === undefined).length;
  if (lost > 0) notes.push(`left out ${lost} images on materials: ${read.reason}`);
  const words = materialNames.map((name, material) => {
    const color = colors.get(name) ?? WHITE;
    // Programs that mean the image alone write black, which would hide it.
    return read.indices[material] !== undefined && (color & 0xffffff) === 0 ? WHITE : color;
  });
  return {
    colors: words.every((word) => word === WHITE) ? undefined : words,
    images: read.images,
    placed: mapOf.map((map, material) => {
      const index = read.indices[material];
      return map && index !== undefined ? { index, scale: map.scale, offset: map.offset } : undefined;
    }),
    notes,
  };
}

const NO_COORDINATES = 'the faces have no coordinates for them';

/** @returns each image once, the number of each material's, and why the first of the others could not be read. */
async function readImages(source: FileSource, maps: readonly ((MaterialMap & { library: string }) | undefined)[]) {
  const budget = new Budget(source.bytes.length);
  const images: MeshImage[] = [];
  const known = new Map<string, number | undefined>();
  const indices: (number | undefined)[] = [];
  let reason = '';
  for (const map of maps) {
    const key = map && `${map.clamps} ${map.library} ${map.file}`;
    if (map && key !== undefined && !known.has(key)) {
      try {
        if (images.length === IMAGES_MAX) throw new InputError(`one mesh has at most ${IMAGES_MAX}`);
        const bytes = await readImage(source, map);
        budget.addInput(bytes.length);
        const picture = await decodePicture(bytes, budget);
        budget.spendBytes(4 * picture.width * picture.height, 'its images');
        const wrap = map.clamps ? 'clamp' : 'repeat';
        known.set(key, images.push({ ...toMeshImage(picture), wrap: [wrap, wrap] }) - 1);
      } catch (error) {
        if (!mayLeaveOut(error)) throw error;
        known.set(key, undefined);
        reason ||= error.message.startsWith(map.file) ? error.message : `${map.file}: ${error.message}`;
      }
    }
    indices.push(key === undefined ? undefined : known.get(key));
  }
  return { images, indices, reason };
}

/** Names are relative to the library, or of another machine: then the file is looked for beside the library. */
async function readImage({ readSibling }: FileSource, { file, library }: { file: string; library: string }) {
  const folder = library.slice(0, library.lastIndexOf('/') + 1);
  const path = file.replaceAll('\\', '/');
  const beside = folder + path.slice(path.lastIndexOf('/') + 1);
  if (/^(?:\/|[a-z]:)/i.test(path)) return readSibling(beside);
  try {
    return await readSibling(folder + path);
  } catch (error) {
    if (!mayLeaveOut(error) || beside === folder + path) throw error;
    return readSibling(beside).catch(() => {
      throw error;
    });
  }
}
