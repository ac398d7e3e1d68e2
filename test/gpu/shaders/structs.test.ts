/** Structs as kernels have them in buffers: layouts against an independent reader of WGSL, packing and reading back. */
import { describe, expect, it } from 'vitest';
import { WgslReflect } from 'wgsl_reflect';
import { SHADER_SOURCES } from '../../../src/gpu/shaders/shader-sources.js';
import { packStruct, packStructs, readField, type StructName, sizeBytesOf } from '../../../src/gpu/shaders/structs.js';
import { STRUCTS } from '../../../src/gpu/shaders/wgsl-contracts.js';
import { KERNEL_STRUCTS } from '../../../wgsl/generate-contracts.js';

/** All structs and integer constants of the project, which the reader takes without the functions around them. */
const DECLARATIONS = Object.values(SHADER_SOURCES)
  .flatMap((source) => source.replace(/\/\/.*/g, '').match(/^(?:struct \w+ \{[^}]*\}|const \w+ = \d+u?;)/gm) ?? [])
  .filter((declaration, index, all) => !declaration.includes('@') && all.indexOf(declaration) === index)
  .join('\n');

const reflected = new WgslReflect(DECLARATIONS).structs;

describe('the layout of', () => {
  it.each(Object.keys(STRUCTS) as StructName[])('%s is that of WGSL', (name) => {
    const struct = reflected.find((candidate) => candidate.name === name)!;
    const offsets = struct.members.map((member) => [member.name, member.offset]);
    const known = KERNEL_STRUCTS.includes(name) ? [] : offsets;
    expect(Object.entries(STRUCTS[name].fields).map(([field, [offset]]) => [field, offset])).toEqual(known);
    expect(sizeBytesOf(name)).toBe(struct.size);
  });
});

describe('packStruct', () => {
  it('puts numbers, vectors, structs and arrays where they belong', () => {
    const style = {
      color: [0.25, 0.5, 0.75],
      opacity: 1,
      reflectivity: 2,
      metallic: 3,
      facet_width: 4,
      transmission: 5,
      ior: 6,
    } as const;
    const zero = [0, 0, 0] as const;
    const words = new Float32Array(
      packStruct('MeshAppearance', {
        lighting: { ambient: 1, diffuse: 2, specular: 3, shininess: 4 },
        light: [5, 6, 7],
        ray_offset: 8,
        light_right: zero,
        light_slabs: 9,
        light_up: zero,
        light_tiles: 0,
        light_forward: zero,
        light_triangles: 0,
        first_normal: 0,
        first_color: 0,
        first_coordinate: 0,
        first_image: 0,
        first_vertex_material: 13,
        vertex_material_words: 14,
        first_material: 15,
        reflections: 0,
        occlusion_rays: 0,
        occlusion_distance: 10,
        shadow_rays: 0,
        light_radius: 11,
        styles: [style, style],
      }),
    );
    expect([...words.subarray(0, 8)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Uint32Array(words.buffer)[11]).toBe(9);
    expect([words[29], words[31]]).toEqual([10, 11]);
    expect([...words.subarray(32, 41)]).toEqual([0.25, 0.5, 0.75, 1, 2, 3, 4, 5, 6]);
    expect([...words.subarray(44, 53)]).toEqual([0.25, 0.5, 0.75, 1, 2, 3, 4, 5, 6]);
    expect(words.subarray(56).every((word) => word === 0)).toBe(true);
  });

  it('packs one struct after the other', () => {
    const bytes = packStructs(
      'Plane',
      [1, 2].map((x) => ({
        eye: [x, 0, 0] as const,
        eye_low: [0, x, 0] as const,
        direction: [0, 0, x] as const,
        direction_low: [0, 0, 0] as const,
        normal: [0, 0, 0] as const,
        depth_offset: 0,
        depth: [0, 0, 0] as const,
      })),
    );
    const words = new Float32Array(bytes);
    expect([words[0], words[5], words[10], words[24], words[29], words[34]]).toEqual([1, 1, 1, 2, 2, 2]);
  });

  it('refuses more elements than there is room for', () => {
    const subpixels = Array.from({ length: 65 }, () => [0, 0, 0, 0] as const);
    expect(() => packStruct('Pattern', { subpixels, noise: [] })).toThrow(RangeError);
  });

  it('is read back', () => {
    const fields = { pairs: 3_000_000_000, pairs_rounded: 3e9, items: 7, near: -1.5, scale: 2 };
    const bytes = new Uint8Array(sizeBytesOf('BinHeader') + 8);
    bytes.set(new Uint8Array(packStruct('BinHeader', fields)), 8);
    for (const [field, value] of Object.entries(fields)) {
      expect(readField('BinHeader', field as keyof typeof fields, bytes.buffer, 8)).toBe(value);
    }
  });
});
