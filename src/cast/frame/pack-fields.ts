/** Writes the structs that kernels have as uniforms. */

/** Byte offsets by field. */
export type FieldOffsets = Readonly<Record<string, number>>;

/** A number, a vector or rows of vectors a field; rows are four numbers each. */
export type Fields<Offsets> = { readonly [Field in keyof Offsets]: number | readonly number[] };

/** @param unsigned the fields that are `u32`; all others are `f32`. */
export function packFields<Offsets extends FieldOffsets>(
  offsets: Offsets,
  sizeBytes: number,
  fields: Fields<Offsets>,
  unsigned: ReadonlySet<string>,
): ArrayBuffer {
  const data = new DataView(new ArrayBuffer(sizeBytes));
  for (const [name, offset] of Object.entries(offsets)) {
    for (const [place, value] of [fields[name]!].flat().entries()) {
      if (unsigned.has(name)) data.setUint32(offset + 4 * place, value, true);
      else data.setFloat32(offset + 4 * place, value, true);
    }
  }
  return data.buffer;
}
