/** Computes where the fields of WGSL structs are in memory. */

export interface Field {
  readonly name: string;
  readonly offset: number;
  readonly type: string;
  /** Elements of an array, and bytes from one to the next. */
  readonly array?: { readonly length: number; readonly stride: number };
}

interface TypeLayout {
  readonly sizeBytes: number;
  readonly alignBytes: number;
}

export interface StructLayout extends TypeLayout {
  readonly name: string;
  readonly fields: readonly Field[];
}

/** WGSL specification, section "Alignment and Size". */
const SCALARS_AND_VECTORS: Readonly<Record<string, TypeLayout>> = Object.fromEntries(
  ['f', 'u', 'i'].flatMap((kind) => [
    [`${kind}32`, { sizeBytes: 4, alignBytes: 4 }],
    [`vec2${kind}`, { sizeBytes: 8, alignBytes: 8 }],
    [`vec3${kind}`, { sizeBytes: 12, alignBytes: 16 }],
    [`vec4${kind}`, { sizeBytes: 16, alignBytes: 16 }],
  ]),
);

/**
 * The layouts of the structs in buffers, by name. Those with conditions, several variants, or types that only kernels know
 * are left out.
 */
export function layOutStructs(wgsl: string): StructLayout[] {
  const bodies = new Map<string, string | undefined>();
  for (const [, name, body] of wgsl.matchAll(/^struct (\w+) \{\n([^}]*)\}/gm)) {
    const isKernels = bodies.has(name!) || body!.includes('@');
    bodies.set(name!, isKernels ? undefined : body!.replace(/\/\/.*/g, ''));
  }
  const layOut = (name: string): StructLayout | undefined => {
    const body = bodies.get(name);
    const members = body?.matchAll(/(\w+): (array<\w+, \w+>|[^,]+),/g) ?? [];
    const fields: Field[] = [];
    let [end, alignBytes] = [0, 1];
    for (const [, field, type] of members) {
      const [, element = type!, length] = /^array<(\w+), (\w+)>$/.exec(type!) ?? [];
      const layout = SCALARS_AND_VECTORS[element] ?? layOut(element);
      if (!layout) return undefined;
      const stride = roundUp(layout.sizeBytes, layout.alignBytes);
      const array = length === undefined ? undefined : { length: numberOf(length, wgsl), stride };
      const offset = roundUp(end, layout.alignBytes);
      fields.push({ name: field!, offset, type: element, ...(array && { array }) });
      end = offset + (array ? array.length * stride : layout.sizeBytes);
      alignBytes = Math.max(alignBytes, layout.alignBytes);
    }
    return body === undefined ? undefined : { name, sizeBytes: roundUp(end, alignBytes), alignBytes, fields };
  };
  const inBuffers = wgsl.matchAll(/@binding\(\d+\)\s*var<[^>]*>\s+\w+: (?:array<)?(\w+)/g);
  const layouts = new Map<string, StructLayout>();
  const collect = (name: string) => {
    const layout = bodies.has(name) && !layouts.has(name) ? layOut(name) : undefined;
    if (!layout) return;
    layouts.set(name, layout);
    for (const { type } of layout.fields) collect(type);
  };
  for (const [, name] of inBuffers) collect(name!);
  return [...layouts.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const roundUp = (value: number, multiple: number) => Math.ceil(value / multiple) * multiple;

/** A literal, or the constant of that name. @throws Error where there is none, or several that differ. */
function numberOf(text: string, wgsl: string): number {
  if (/^\d/.test(text)) return Number.parseInt(text, 10);
  const values = new Set([...wgsl.matchAll(new RegExp(`^const ${text} = (\\d+)u?;`, 'gm'))].map(([, value]) => value!));
  if (values.size !== 1) throw new Error(`${values.size} constants are called ${text}, where one was expected`);
  return Number([...values][0]);
}
