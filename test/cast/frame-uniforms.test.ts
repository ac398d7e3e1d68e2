/** The frame's uniforms: TypeScript and WGSL must agree on the layout. */
import { describe, expect, it } from 'vitest';
import { type StructInfo, WgslReflect } from 'wgsl_reflect';
import {
  FRAME_OFFSETS,
  FRAME_SIZE_BYTES,
  packFrame,
  VIEW_OFFSETS,
  VIEW_SIZE_BYTES,
} from '../../src/cast/frame-uniforms.js';
import { linkShader } from '../../src/gpu/link-shader.js';

async function reflectStruct(name: string): Promise<StructInfo> {
  const reflected = new WgslReflect(await linkShader('cast/frame.wgsl'));
  const struct = reflected.structs.find((candidate) => candidate.name === name);
  if (!struct) throw new Error(`no struct ${name}`);
  return struct;
}

const offsetsOf = ({ members }: StructInfo) => Object.fromEntries(members.map(({ name, offset }) => [name, offset]));

describe('the layout of the frame', () => {
  it('is the one of the WGSL', async () => {
    const view = await reflectStruct('View');
    expect(offsetsOf(view)).toEqual(VIEW_OFFSETS);
    expect(view.size).toBe(VIEW_SIZE_BYTES);
    const frame = await reflectStruct('Frame');
    expect(offsetsOf(frame)).toEqual({ view: 0, view_low: VIEW_SIZE_BYTES, ...FRAME_OFFSETS });
    expect(frame.size).toBe(FRAME_SIZE_BYTES);
  });

  it('keeps what float32 rounds off', () => {
    const zeros = <Key extends string>(offsets: Record<Key, number>) =>
      Object.fromEntries(Object.keys(offsets).map((key) => [key, 0])) as Record<Key, number>;
    const packed = new Float32Array(packFrame({ ...zeros(VIEW_OFFSETS), step: Math.PI }, zeros(FRAME_OFFSETS)));
    const [high, low] = [packed[VIEW_OFFSETS.step / 4]!, packed[(VIEW_SIZE_BYTES + VIEW_OFFSETS.step) / 4]!];
    expect(high).toBe(Math.fround(Math.PI));
    expect(Math.abs(high + low - Math.PI)).toBeLessThan(2 ** -47);
  });
});
