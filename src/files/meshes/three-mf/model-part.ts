/** The XML of a 3MF model: its meshes, what they are put together to, and their colours. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import { packColor, WHITE } from '../../../mesh/attributes/colors.js';
import { NO_VERTEX } from '../../../mesh/mesh.js';
import { parseAttributes, scanXml } from '../../bytes/text/xml.js';
import { growingFloats, growingWords } from '../growing-array.js';

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
  readonly components: readonly PlacedObject[];
}

export interface ModelPart {
  /** Millimetres in the part's unit. */
  readonly unitMm: number;
  readonly objects: ReadonlyMap<string, MeshObject>;
  /** Empty in parts that only others refer to. */
  readonly items: readonly PlacedObject[];
  /** Kinds of content that are left out, by name. */
  readonly leftOut: ReadonlySet<string>;
}

/** 3MF Core Specification 1.3, section 3.4. */
const UNITS_MM: Readonly<Record<string, number>> = {
  ...{ micron: 1e-3, millimeter: 1, centimeter: 10, inch: 25.4, foot: 304.8, meter: 1000 },
};

/** Resources that only a texture, a mixture or a beam would show. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  texture2dgroup: 'textures',
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
    object: (of) => {
      object = { id: of('id') ?? '', builder: new ObjectBuilder(palettes.get(of('pid') ?? ''), of('pindex')) };
    },
    vertex: (of) => object?.builder.positions.push3(numberOf(of('x')), numberOf(of('y')), numberOf(of('z'))),
    triangle: (of) => object?.builder.addTriangle(of, palettes),
    component: (of) => object?.builder.components.push(parsePlacement(of)),
    item: (of) => items.push(parsePlacement(of)),
  };
  scanXml(bytes, {
    open: (qualified, tag) => {
      const name = localName(qualified);
      if (unitMm === undefined && name !== 'model') throw new InputError(`has a <${name.slice(0, 40)}> for a <model>`);
      if (LEFT_OUT[name]) leftOut.add(LEFT_OUT[name]);
      const handle = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      handle?.(name === 'vertex' || name === 'triangle' ? numbersOf(tag) : attributesOf(tag));
      return undefined;
    },
    close: (name) => {
      if (localName(name) !== 'object' || !object) return;
      objects.set(object.id, object.builder.finish());
      object = undefined;
    },
  });
  return { unitMm: unitMm!, objects, items, leftOut };
}

/** Colours by their indices. */
type Palette = readonly number[];

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
  ['x', 'y', 'z', 'v1', 'v2', 'v3', 'pid', 'p1', 'p2', 'p3'].map((name) => [
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
  readonly #palette: Palette | undefined;
  readonly #index: string | undefined;

  constructor(palette: Palette | undefined, index: string | undefined) {
    this.#palette = palette;
    this.#index = index;
  }

  /** Corners without an index of their own have the first one's, and that one the object's. */
  addTriangle(of: Attributes, palettes: ReadonlyMap<string, Palette>): void {
    this.#triangles.push3(indexOf(of('v1')), indexOf(of('v2')), indexOf(of('v3')));
    const pid = of('pid');
    const palette = pid === undefined ? this.#palette : palettes.get(pid);
    const first = of('p1') ?? (pid === undefined ? this.#index : undefined);
    const colorOf = (index = first) => (index === undefined ? WHITE : (palette?.[Number(index)] ?? WHITE));
    this.#colors.push3(colorOf(first), colorOf(of('p2')), colorOf(of('p3')));
  }

  finish(): MeshObject {
    const colors = this.#colors.toArray();
    return {
      positions: this.positions.toArray(),
      triangles: this.#triangles.toArray(),
      cornerColors: colors.some((color) => color !== WHITE) ? colors : undefined,
      components: this.components,
    };
  }
}

const indexOf = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : NO_VERTEX);
