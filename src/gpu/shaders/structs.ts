/** Packs and reads structs as kernels have them in buffers, by the layouts that the WGSL gives. */
import { STRUCTS } from './wgsl-contracts.js';

export type StructName = keyof typeof STRUCTS;

type Layouts<Name extends StructName> = (typeof STRUCTS)[Name]['fields'];

type Numbers<Length extends number, All extends readonly number[] = readonly []> = All['length'] extends Length
  ? All
  : Numbers<Length, readonly [...All, number]>;

type TypeValue<Type> = Type extends StructName
  ? Struct<Type>
  : Type extends `vec${infer Length extends 2 | 3 | 4}${'f' | 'u' | 'i'}`
    ? Numbers<Length>
    : number;

type FieldValue<Layout> = Layout extends readonly [number, infer Type, number, number]
  ? readonly TypeValue<Type>[]
  : Layout extends readonly [number, infer Type]
    ? TypeValue<Type>
    : never;

/** The fields of a struct: a number, a tuple for a vector, an object for a struct, a list for an array (short ones leave zeros). */
export type Struct<Name extends StructName> = {
  readonly [Field in keyof Layouts<Name>]: FieldValue<Layouts<Name>[Field]>;
};

export const sizeBytesOf = (name: StructName): number => STRUCTS[name].sizeBytes;

export const wordsOf = (name: StructName): number => sizeBytesOf(name) / 4;

/** The bytes of a struct. */
export function packStruct<Name extends StructName>(name: Name, fields: Struct<Name>): ArrayBuffer {
  const bytes = new DataView(new ArrayBuffer(sizeBytesOf(name)));
  writeStruct(bytes, 0, name, fields);
  return bytes.buffer;
}

/** Packs a struct into bytes that have been used before, from `start` on; its padding and the rest of short arrays stay. */
export function packStructAt<Name extends StructName>(
  bytes: DataView,
  start: number,
  name: Name,
  fields: Struct<Name>,
): void {
  writeStruct(bytes, start, name, fields);
}

/** The bytes of structs one after the other, as an array of them lies in a buffer whose stride is their size. */
export function packStructs<Name extends StructName>(name: Name, all: readonly Struct<Name>[]): ArrayBuffer {
  const stride = sizeBytesOf(name);
  const bytes = new DataView(new ArrayBuffer(stride * all.length));
  for (const [index, fields] of all.entries()) writeStruct(bytes, index * stride, name, fields);
  return bytes.buffer;
}

/** A scalar field of a struct that begins at `offsetBytes`. */
export function readField<Name extends StructName>(
  name: Name,
  field: keyof Layouts<Name> & string,
  bytes: ArrayBuffer,
  offsetBytes = 0,
): number {
  const [offset, type] = layoutsOf(name)[field]!;
  const view = new DataView(bytes, offsetBytes + offset);
  return type === 'f32' ? view.getFloat32(0, true) : type === 'u32' ? view.getUint32(0, true) : view.getInt32(0, true);
}

/** Bytes from the start of a struct to one of its fields. */
export const offsetOf = <Name extends StructName>(name: Name, field: keyof Layouts<Name> & string): number =>
  layoutsOf(name)[field]![0];

type Layout = readonly [offset: number, type: string] | readonly [number, string, length: number, stride: number];

const layoutsOf = (name: StructName): Readonly<Record<string, Layout>> => STRUCTS[name].fields;

/** How a field is written, worked out once: frames write thousands of structs a second. */
interface FieldWriter {
  readonly field: string;
  readonly offset: number;
  readonly writeAt: (bytes: DataView, at: number, value: unknown) => void;
  /** Elements of an array, and the bytes from one to the next; undefined for other fields. */
  readonly length: number | undefined;
  readonly stride: number;
}

const writers = new Map<StructName, readonly FieldWriter[]>();

function writersOf(name: StructName): readonly FieldWriter[] {
  let known = writers.get(name);
  if (!known) {
    known = Object.entries(layoutsOf(name)).map(([field, [offset, type, length, stride = 0]]) => ({
      field,
      offset,
      writeAt: writerOf(type),
      length,
      stride,
    }));
    writers.set(name, known);
  }
  return known;
}

type ScalarWriter = (bytes: DataView, at: number, value: number) => void;

const WRITE_SCALAR: Readonly<Record<'f' | 'u' | 'i', ScalarWriter>> = {
  f: (bytes, at, value) => bytes.setFloat32(at, value, true),
  u: (bytes, at, value) => bytes.setUint32(at, value, true),
  i: (bytes, at, value) => bytes.setInt32(at, value, true),
};

function writerOf(type: string): FieldWriter['writeAt'] {
  if (Object.hasOwn(STRUCTS, type)) {
    return (bytes, at, value) => writeStruct(bytes, at, type as StructName, value as object);
  }
  // f32 or vec3f, u32 or vec3u, i32 or vec3i.
  const write = WRITE_SCALAR[type.replace(/^vec\d|32$/g, '') as 'f' | 'u' | 'i'];
  if (!type.startsWith('vec')) return write as FieldWriter['writeAt'];
  return (bytes, at, value) => {
    const components = value as readonly number[];
    for (let index = 0; index < components.length; index++) write(bytes, at + 4 * index, components[index]!);
  };
}

function writeStruct(bytes: DataView, start: number, name: StructName, fields: object): void {
  for (const { field, offset, writeAt, length, stride } of writersOf(name)) {
    const value = (fields as Readonly<Record<string, unknown>>)[field];
    if (length === undefined) {
      writeAt(bytes, start + offset, value);
      continue;
    }
    const elements = value as readonly unknown[];
    if (elements.length > length)
      throw new RangeError(`${name}.${field} holds ${length} elements, not ${elements.length}`);
    for (let index = 0; index < elements.length; index++) {
      writeAt(bytes, start + offset + index * stride, elements[index]);
    }
  }
}
