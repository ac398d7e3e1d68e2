/** The XML of a 3MF model: its meshes, its assembly and its colours. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import { packColor, WHITE } from '../../../mesh/attributes/colors.js';
import type { Wrap } from '../../../mesh/attributes/textures.js';
import { growingFloats, growingWords } from '../../../mesh/growing-array.js';
import { NO_VERTEX } from '../../../mesh/mesh.js';
import { parseAttributes, scanXml } from '../../bytes/text/xml.js';

/** An object at a place: a component of another, or an item of the build. */
export interface PlacedObject {
  readonly id: string;
  /** The part that has the object; undefined for the same one. */
  readonly path: string | undefined;
  readonly transform: Affine | undefined;
}

export interface MeshObject {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** A colour for each corner of each triangle; undefined where there is none. */
  readonly cornerColors: Uint32Array | undefined;
  /** The part's place of each corner, plus one; 0 for none. Undefined where no triangle has one. */
  readonly cornerCoordinates: Uint32Array | undefined;
  readonly components: readonly PlacedObject[];
}

/** An image in the package. */
export interface PartTexture {
  readonly path: string;
  readonly wrap: readonly [Wrap, Wrap];
}

export interface ModelPart {
  /** Millimetres in the part's unit. */
  readonly unitMm: number;
  readonly objects: ReadonlyMap<string, MeshObject>;
  /** Empty in parts that only others refer to. */
  readonly items: readonly PlacedObject[];
  readonly textures: readonly PartTexture[];
  /** Places in textures, three numbers each: u, v from the image's lower left corner, and the texture. */
  readonly textureCoordinates: readonly number[];
  /** Kinds of content that are left out, by name. */
  readonly leftOut: ReadonlySet<string>;
}

/** 3MF Core Specification 1.3, section 3.4. */
const UNITS_MM: Readonly<Record<string, number>> = {
  ...{ micron: 1e-3, millimeter: 1, centimeter: 10, inch: 25.4, foot: 304.8, meter: 1000 },
};

/** How images continue: Materials Extension, section 4. Beyond those of style `none` is nothing, which no image shows. */
const WRAPS: Readonly<Record<string, Wrap>> = { wrap: 'repeat', mirror: 'mirror', clamp: 'clamp', none: 'clamp' };

/** Resources that only a mixture or a beam would show. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  compositematerials: 'mixtures of materials',
  multiproperties: 'layers of properties',
  beamlattice: 'beams',
};

/**
 * Reads meshes, components, the build and the colours of base materials and colour groups: 3MF Core Specification 1.3, and the
 * Materials and Production extensions.
 * @throws InputError for XML that is damaged or no model.
 */
export function parseModelPart(bytes: Uint8Array): ModelPart {
  let unitMm: number | undefined;
  const objects = new Map<string, MeshObject>();
  const items: PlacedObject[] = [];
  const leftOut = new Set<string>();
  const palettes = new Map<string, Palette>();
  let palette: number[] = [];
  const textures: PartTexture[] = [];
  const textureNumbers = new Map<string, number>();
  const textureCoordinates: number[] = [];
  const placeGroups = new Map<string, PlaceGroup>();
  let group: PlaceGroup | undefined;
  let object: { readonly id: string; readonly builder: ObjectBuilder } | undefined;
  const startPalette = (of: Attributes) => {
    palette = [];
    palettes.set(of('id') ?? '', palette);
  };
  const handlers: Readonly<Record<string, (attributes: Attributes) => void>> = {
    model: (of) => {
      const unit = of('unit') ?? 'millimeter';
      unitMm = UNITS_MM[unit];
      if (unitMm === undefined) {
        throw new InputError(
          `measures in "${unit.slice(0, 40)}"; one of ${Object.keys(UNITS_MM).join(', ')} would be right`,
        );
      }
    },
    basematerials: (of) => startPalette(of),
    colorgroup: (of) => startPalette(of),
    base: (of) => palette.push(parseColor(of('displaycolor'))),
    color: (of) => palette.push(parseColor(of('color'))),
    texture2d: (of) => {
      const wrapOf = (name: string) => WRAPS[of(name) ?? 'wrap'] ?? 'repeat';
      textureNumbers.set(of('id') ?? '', textures.length);
      textures.push({ path: of('path') ?? '', wrap: [wrapOf('tilestyleu'), wrapOf('tilestylev')] });
    },
    texture2dgroup: (of) => {
      const texture = textureNumbers.get(of('texid') ?? '');
      group = texture === undefined ? undefined : { texture, first: textureCoordinates.length / 3, count: 0 };
      if (group) placeGroups.set(of('id') ?? '', group);
    },
    tex2coord: (of) => {
      if (!group) return;
      textureCoordinates.push(numberOf(of('u')), numberOf(of('v')), group.texture);
      group.count += 1;
    },
    object: (of) => {
      const properties = { palettes, placeGroups, pid: of('pid'), index: of('pindex') };
      object = { id: of('id') ?? '', builder: new ObjectBuilder(properties) };
    },
    vertex: (of) => object?.builder.positions.push3(numberOf(of('x')), numberOf(of('y')), numberOf(of('z'))),
    triangle: (of) => object?.builder.addTriangle(of),
    component: (of) => object?.builder.components.push(parsePlacement(of)),
    item: (of) => items.push(parsePlacement(of)),
  };
  scanXml(bytes, {
    open: (qualified, tag) => {
      const name = localName(qualified);
      if (unitMm === undefined && name !== 'model') throw new InputError(`has a <${name.slice(0, 40)}> for a <model>`);
      if (LEFT_OUT[name]) leftOut.add(LEFT_OUT[name]);
      const handle = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      handle?.(name === 'vertex' || name === 'triangle' || name === 'tex2coord' ? numbersOf(tag) : attributesOf(tag));
      return undefined;
    },
    close: (name) => {
      if (localName(name) !== 'object' || !object) return;
      objects.set(object.id, object.builder.finish());
      object = undefined;
    },
  });
  return { unitMm: unitMm!, objects, items, textures, textureCoordinates, leftOut };
}

/** Colours by their indices. */
type Palette = readonly number[];

/** Places in one texture: `count` of the part's, from `first` on. */
interface PlaceGroup {
  readonly texture: number;
  readonly first: number;
  count: number;
}

/** The properties that triangles may name, and those of an object for triangles that name none. */
interface Properties {
  readonly palettes: ReadonlyMap<string, Palette>;
  readonly placeGroups: ReadonlyMap<string, PlaceGroup>;
  readonly pid: string | undefined;
  readonly index: string | undefined;
}

type Attributes = (name: string) => string | undefined;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Attributes by their names without a prefix; of those with one, the Production extension's path alone is read. */
function attributesOf(tag: string): Attributes {
  const attributes = parseAttributes(tag);
  return (name) => {
    const own = attributes.get(name);
    if (own !== undefined || name !== 'path') return own;
    for (const [key, value] of attributes) if (localName(key) === name) return value;
    return undefined;
  };
}

/** Attributes of tags by the million, whose values have no blanks: three times as fast. */
const numbersOf =
  (tag: string): Attributes =>
  (name) =>
    NUMBERS[name]!.exec(tag)?.[1];

const NUMBERS: Readonly<Record<string, RegExp>> = Object.fromEntries(
  ['x', 'y', 'z', 'u', 'v', 'v1', 'v2', 'v3', 'pid', 'p1', 'p2', 'p3'].map((name) => [
    name,
    new RegExp(`\\s${name}\\s*=\\s*["']([^"'\\s]*)["']`),
  ]),
);

/** Damaged numbers are none, so that their triangle alone is skipped. */
const numberOf = (text: string | undefined) => (text === undefined || text === '' ? Number.NaN : Number(text));

/** The word of "#rrggbb" or "#rrggbbaa"; surfaces are opaque. */
function parseColor(text = ''): number {
  const [, red, green, blue] = /^#(..)(..)(..)/.exec(text) ?? [];
  const channels = [red, green, blue].map((hex) => Number.parseInt(hex ?? '', 16));
  return channels.some(Number.isNaN) ? WHITE : packColor(channels[0]!, channels[1]!, channels[2]!);
}

function parsePlacement(of: Attributes): PlacedObject {
  return { id: of('objectid') ?? '', path: of('path'), transform: parseTransform(of('transform')) };
}

/** Rows of a 4 × 3 matrix that a row vector is multiplied with: they are the images of the axes, and the origin's. */
function parseTransform(text: string | undefined): Affine | undefined {
  if (text === undefined) return undefined;
  const numbers = text.trim().split(/\s+/).map(Number);
  if (numbers.length !== 12 || !numbers.every(Number.isFinite)) {
    throw new InputError(`has transform "${text.slice(0, 60)}"; twelve numbers would be right`);
  }
  const row = (index: number) => [numbers[3 * index]!, numbers[3 * index + 1]!, numbers[3 * index + 2]!] as const;
  return { columns: [row(0), row(1), row(2)], origin: row(3) };
}

/** Collects an object's mesh as its tags come. */
class ObjectBuilder {
  readonly positions = growingFloats();
  readonly components: PlacedObject[] = [];
  readonly #triangles = growingWords();
  readonly #colors = growingWords();
  readonly #cornerCoordinates = growingWords();
  readonly #properties: Properties;

  constructor(properties: Properties) {
    this.#properties = properties;
  }

  /** Corners without an index of their own have the first one's, and that one the object's. */
  addTriangle(of: Attributes): void {
    const { palettes, placeGroups, pid: usual, index: usualIndex } = this.#properties;
    this.#triangles.push3(indexOf(of('v1')), indexOf(of('v2')), indexOf(of('v3')));
    const own = of('pid');
    const pid = own ?? usual ?? '';
    const [palette, group] = [palettes.get(pid), placeGroups.get(pid)];
    const first = of('p1') ?? (own === undefined ? usualIndex : undefined);
    const indices = [first, of('p2') ?? first, of('p3') ?? first];
    const colorOf = (index: string | undefined) => (index === undefined ? WHITE : (palette?.[Number(index)] ?? WHITE));
    const entryOf = (index: string | undefined) => {
      const number = indexOf(index);
      return group && number < group.count ? group.first + number + 1 : 0;
    };
    this.#colors.push3(colorOf(indices[0]), colorOf(indices[1]), colorOf(indices[2]));
    this.#cornerCoordinates.push3(entryOf(indices[0]), entryOf(indices[1]), entryOf(indices[2]));
  }

  finish(): MeshObject {
    const [colors, coordinates] = [this.#colors.toArray(), this.#cornerCoordinates.toArray()];
    return {
      positions: this.positions.toArray(),
      triangles: this.#triangles.toArray(),
      cornerColors: colors.some((color) => color !== WHITE) ? colors : undefined,
      cornerCoordinates: coordinates.some((entry) => entry > 0) ? coordinates : undefined,
      components: this.components,
    };
  }
}

const indexOf = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : NO_VERTEX);
