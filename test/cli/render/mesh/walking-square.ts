/** A glTF that moves. */
import { writeFileSync } from 'node:fs';

/** Writes a square of side 2 that goes from x = 0 to x = 8 in four seconds: the animation `walk`. */
export function writeWalkingSquare(path: string): string {
  const numbers = Float32Array.of(...[-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], ...[0, 4], ...[0, 0, 0, 8, 0, 0]);
  const indices = Uint16Array.of(0, 1, 2, 0, 2, 3);
  const bytes = Buffer.concat([Buffer.from(numbers.buffer), Buffer.from(indices.buffer)]);
  writeFileSync(
    path,
    JSON.stringify({
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 3 }] }],
      buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
      bufferViews: [48, 8, 24, 12].map((byteLength, view) => ({
        buffer: 0,
        byteLength,
        byteOffset: [0, 48, 56, 80][view],
      })),
      accessors: [
        { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [-1, -1, 0], max: [1, 1, 0] },
        { bufferView: 1, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [4] },
        { bufferView: 2, componentType: 5126, count: 2, type: 'VEC3' },
        { bufferView: 3, componentType: 5123, count: 6, type: 'SCALAR' },
      ],
      animations: [
        {
          name: 'walk',
          samplers: [{ input: 1, output: 2 }],
          channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
        },
      ],
    }),
  );
  return path;
}
