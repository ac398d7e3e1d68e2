/** Uniforms are written where they have changed, and whole. */
import { describe, expect, it } from 'vitest';
import { UniformWriter } from '../../src/gpu/uniform-writer.js';

/** A writer to one buffer that is memory, and how often it wrote. */
function createWriter(size: number) {
  const content = new Uint8Array(size);
  const buffer = { size } as GPUBuffer;
  let writes = 0;
  const writeBuffer = (_: GPUBuffer, offset: number, data: ArrayBuffer | Uint32Array<ArrayBuffer>) => {
    writes++;
    content.set(data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer), offset);
  };
  const writer = new UniformWriter({ queue: { writeBuffer } as unknown as GPUQueue });
  return { writer, buffer, words: new Uint32Array(content.buffer), countWrites: () => writes };
}

describe('UniformWriter', () => {
  const chunk = { size: [1, 2, 3], first_slice: 4, row_pitch: 5 } as const;

  it('writes a struct, and again only with another field', () => {
    const { writer, buffer, words, countWrites } = createWriter(32);
    writer.writeStruct(buffer, 'Chunk', chunk);
    writer.writeStruct(buffer, 'Chunk', { ...chunk });
    expect([...words.subarray(0, 5)]).toEqual([1, 2, 3, 4, 5]);
    expect(countWrites()).toBe(1);
    writer.writeStruct(buffer, 'Chunk', { ...chunk, row_pitch: 6 });
    expect([words[4], countWrites()]).toEqual([6, 2]);
  });

  it('leaves nothing of what was packed before', () => {
    const { writer, buffer, words } = createWriter(16);
    writer.pack(buffer, (bytes) => bytes.setUint32(4, 7, true));
    writer.pack(buffer, (bytes) => bytes.setUint32(8, 9, true));
    expect([...words]).toEqual([0, 0, 9, 0]);
  });

  it('keeps no bytes of a caller, who may change them', () => {
    const { writer, buffer, words } = createWriter(8);
    const bytes = new Uint32Array([1, 2]);
    writer.write(buffer, bytes.buffer);
    bytes[1] = 3;
    writer.write(buffer, bytes.buffer);
    expect([...words]).toEqual([1, 3]);
  });

  it('writes all of a buffer of which a part was written otherwise', () => {
    const { writer, buffer, words } = createWriter(8);
    const bytes = new Uint32Array([1, 2]).buffer;
    writer.write(buffer, bytes);
    writer.writePart(buffer, 4, new Uint32Array([5]));
    expect([...words]).toEqual([1, 5]);
    writer.write(buffer, bytes);
    expect([...words]).toEqual([1, 2]);
  });
});
