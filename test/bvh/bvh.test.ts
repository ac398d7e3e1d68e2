/** The build of the hierarchy, step by step against its CPU reference, and what refitting keeps. */
import { describe, expect, it } from 'vitest';
import { layOutPyramid, PYRAMID_FACTOR } from '../../src/bvh/build/box-pyramid.js';
import { Bvh, MAX_STACK } from '../../src/bvh/bvh.js';
import { intersectSegments, MISSED_T } from '../../src/bvh/intersect-segments.js';
import { SEGMENT_CODE_BITS } from '../../src/bvh/segment-order.js';
import { InputError } from '../../src/errors.js';
import { allocateStorage, createConstants, readWords } from '../../src/gpu/allocate-storage.js';
import { SHADER_SOURCES } from '../../src/gpu/shaders/shader-sources.js';
import { wordsOf } from '../../src/gpu/shaders/structs.js';
import { submitPass } from '../../src/gpu/submit-pass.js';
import { boundingBox } from '../../src/mesh/bounding-box.js';
import { createDeformation } from '../../src/mesh/deform.js';
import { createIcosphere, createTorus, createTriangleSoup } from '../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, type Mesh } from '../../src/mesh/mesh.js';
import { buildRadixTree, cellOf, cellOfCode, segmentCode } from '../../src/reference/bvh/radix-tree.js';
import { encodeLoop } from '../../src/split/encode-loop.js';
import { useTestGpu } from '../open-test-gpu.js';
import { createNestedMesh, repeatTriangles } from './hard-meshes.js';
import { randomSegments } from './random-segments.js';

const gpu = useTestGpu();

async function readTree(bvh: Bvh) {
  const { codesLow, codesHigh, order, radixNodes } = bvh.binaryTree;
  const length = bvh.triangleCount;
  const [low, high, triangles, nodes] = await readWords(gpu(), [
    { buffer: codesLow, length },
    { buffer: codesHigh, length },
    { buffer: order, length },
    { buffer: radixNodes, length: wordsOf('RadixNode') * Math.max(0, length - 1) },
  ]);
  const codes = Array.from(low!, (word, index) => (BigInt(high![index]!) << 32n) | BigInt(word));
  return { codes, triangles: triangles!, nodes: nodes! };
}

const cornersOf = ({ positions, triangles }: Mesh, triangle: number) =>
  [0, 1, 2].map((corner) => [0, 1, 2].map((axis) => positions[3 * triangles[3 * triangle + corner]! + axis]!));

const MESHES: readonly (readonly [string, Mesh])[] = [
  ['an icosphere', createIcosphere({ subdivisions: 4 })],
  ['a soup', createTriangleSoup({ count: 2000, seed: 9 })],
  ['triangles at one place', repeatTriangles(createIcosphere({ subdivisions: 0 }), 40)],
  ['nested triangles', createNestedMesh()],
];

describe('the binary tree', () => {
  it.each(MESHES)('of %s is its CPU reference', async (_, mesh) => {
    const bvh = await Bvh.build(gpu(), mesh);
    const { codes, triangles, nodes } = await readTree(bvh);
    bvh.destroy();
    const box = boundingBox(mesh);
    for (const [slot, code] of codes.entries()) {
      const corners = cornersOf(mesh, triangles[slot]!);
      const centroid = [0, 1, 2].map((axis) => corners.reduce((sum, corner) => sum + corner[axis]! / 3, 0));
      // Float32 has 24 bits and cells have 21: a few roundings may lead to a cell beside.
      const expected = cellOf(centroid, box);
      const far = cellOfCode(code).some((cell, axis) => Math.abs(cell - expected[axis]!) > 2);
      if (far) expect.fail(`triangle ${triangles[slot]} is in ${cellOfCode(code)}, not ${expected}`);
      const ordered =
        slot === 0 || codes[slot - 1]! < code || (codes[slot - 1] === code && triangles[slot - 1]! < triangles[slot]!);
      if (!ordered) expect.fail(`slot ${slot} is out of order`);
    }
    const expected = buildRadixTree(codes).flatMap(({ first, last, split }) => [first, last, split]);
    expect(Array.from(nodes)).toEqual(expected);
  });
});

describe('the order of segments', () => {
  it('is by codes that are those of the CPU reference, seed 21', async () => {
    const bvh = await Bvh.build(gpu(), createTorus({ majorSegments: 12, minorSegments: 8 }));
    const count = 500;
    const { from, to } = randomSegments(count, 21);
    const { ends, codes } = await allocateStorage(gpu(), 'test', { ends: 6 * count, codes: count });
    gpu().device.queue.writeBuffer(ends, 0, Float32Array.of(...from, ...to));
    const query = createConstants(gpu(), 'test.query', [count, bvh.triangleCount, 3, 0, 3 * count, 0, 1, count]);
    const kernel = await gpu().kernels.get('bvh/segments/segment_codes.wgsl');
    const resources = { query, nodes: bvh.wideNodes, ends, codes };
    submitPass(gpu(), 'test', (pass) => encodeLoop(gpu(), pass, kernel, resources, count));
    const [found, root] = await readWords(gpu(), [
      { buffer: codes, length: count },
      { buffer: bvh.wideNodes, length: wordsOf('WideNode') },
    ]);
    const low = [...new Float32Array(root!.buffer, 0, 3)];
    const size = [23, 15, 7].map((shift) => 255 * 2 ** (((root![3]! >>> shift) & 0xff) - 127));
    const pointAt = (points: ArrayLike<number>, index: number) => [0, 1, 2].map((axis) => points[3 * index + axis]!);
    const expected = Array.from({ length: count }, (_, index) =>
      segmentCode([pointAt(from, index), pointAt(to, index)], low, size, SEGMENT_CODE_BITS),
    );
    expect([...found!]).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(0.9 * count);
    for (const resource of [bvh, ends, codes, query]) resource.destroy();
  });
});

interface WideBox {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Traverses the wide nodes as queries do: calls back for each leaf with the boxes above it, and tells how high a stack grows. */
async function traverseWideNodes(bvh: Bvh, visit: (first: number, count: number, boxes: readonly WideBox[]) => void) {
  const [words] = await readWords(gpu(), [{ buffer: bvh.wideNodes, length: bvh.wideNodes.size / 4 }]);
  const floats = new Float32Array(words!.buffer);
  let depth = 0;
  const visitNode = (index: number, boxes: readonly WideBox[]): void => {
    depth = Math.max(depth, boxes.length + 1);
    const at = wordsOf('WideNode') * index;
    for (let child = 0; child < 4; child++) {
      const reference = words![at + 4 + child]!;
      if (reference === 0xffffffff) continue;
      const planes = (first: number) =>
        [0, 1, 2].map((axis) => {
          const cell = 2 ** (((words![at + 3]! >>> (23 - 8 * axis)) & 0xff) - 127);
          const byte = (words![at + first + axis]! >>> (8 * child)) & 0xff;
          return floats[at + axis]! + cell * (child < 3 ? byte : (byte + 128) % 256);
        });
      const inside = [...boxes, { low: planes(8), high: planes(12) }];
      if (reference >>> 31) visit(reference & 0x0fffffff, ((reference >>> 28) & 7) + 1, inside);
      else visitNode(reference, inside);
    }
  };
  visitNode(0, []);
  return depth;
}

describe('the wide tree', () => {
  it.each(MESHES)('of %s has each triangle once, in boxes that hold it', async (_, mesh) => {
    const bvh = await Bvh.build(gpu(), mesh, { leafSize: 2 });
    const { triangles } = await readTree(bvh);
    const visited = new Set<number>();
    const depth = await traverseWideNodes(bvh, (first, count, boxes) => {
      expect(count).toBeLessThanOrEqual(2);
      for (let slot = first; slot < first + count; slot++) {
        expect(visited.has(slot)).toBe(false);
        visited.add(slot);
        for (const corner of cornersOf(mesh, triangles[slot]!)) {
          for (const { low, high } of boxes) {
            const inside = corner.every((x, axis) => low[axis]! <= x && x <= high[axis]!);
            if (!inside) expect.fail(`slot ${slot} leaves its box`);
          }
        }
      }
    });
    bvh.destroy();
    expect(visited.size).toBe(bvh.triangleCount);
    expect(3 * depth + 2).toBeLessThanOrEqual(MAX_STACK);
  });

  it('has free places only beside single triangles', async () => {
    const bvh = await Bvh.build(gpu(), createTriangleSoup({ count: 700, seed: 19 }), { leafSize: 4 });
    const [words] = await readWords(gpu(), [{ buffer: bvh.wideNodes, length: bvh.wideNodes.size / 4 }]);
    bvh.destroy();
    const pending = [0];
    let singles = 0;
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const children = words!.subarray(wordsOf('WideNode') * node + 4, wordsOf('WideNode') * node + 8);
      for (const [place, child] of children.entries()) {
        if (child >>> 31 === 0) pending.push(child);
        if (child !== 0xffffffff || place % 2 === 0) continue;
        // A leaf of one slot, which could not be parted.
        expect(children[place - 1]! >>> 28).toBe(8);
        singles += 1;
      }
    }
    expect(singles).toBeGreaterThan(0);
  });

  it('has boxes hardly larger than what they hold', async () => {
    const mesh = createIcosphere({ subdivisions: 4 });
    const bvh = await Bvh.build(gpu(), mesh, { leafSize: 1 });
    const { triangles } = await readTree(bvh);
    await traverseWideNodes(bvh, (first, _, boxes) => {
      const corners = cornersOf(mesh, triangles[first]!);
      const parent = boxes.at(-2);
      if (!parent) return;
      for (let axis = 0; axis < 3; axis++) {
        // A cell of the parent's grid either way, and the grid is at most twice as long as what it divides.
        const cell = (2 * (parent.high[axis]! - parent.low[axis]!)) / 255 + 1e-6;
        expect(Math.min(...corners.map((corner) => corner[axis]!)) - boxes.at(-1)!.low[axis]!).toBeLessThan(2 * cell);
      }
    });
    bvh.destroy();
  });

  it('is the same after a refit to the same positions, and after one there and back', async () => {
    const mesh = createTorus({ majorSegments: 20, minorSegments: 12 });
    const bvh = await Bvh.build(gpu(), mesh);
    const read = async () => (await readWords(gpu(), [{ buffer: bvh.wideNodes, length: bvh.wideNodes.size / 4 }]))[0]!;
    const built = await read();
    bvh.refit(createDeformation(mesh, 'twist')(0.25));
    const twisted = await read();
    bvh.refit(mesh.positions);
    const back = await read();
    bvh.destroy();
    expect(twisted).not.toEqual(built);
    expect(back).toEqual(built);
  });
});

describe('the pyramid of boxes', () => {
  it.each([0, 1, 2, 8, 9, 64, 65, 1000])('of %i leaves ends with one box', (leaves) => {
    const levels = layOutPyramid(leaves);
    expect(levels.at(-1)!.count).toBe(Math.min(1, leaves));
    for (const [index, { first, count }] of levels.slice(1).entries()) {
      expect(first).toBe(levels[index]!.first + levels[index]!.count);
      expect(count).toBe(Math.ceil(levels[index]!.count / PYRAMID_FACTOR));
    }
  });
});

describe('Bvh', () => {
  it('refuses what cannot be', async () => {
    const mesh = createIcosphere({ subdivisions: 0 });
    await expect(Bvh.build(gpu(), mesh, { leafSize: 3 })).rejects.toThrow(InputError);
    const bvh = await Bvh.build(gpu(), mesh);
    expect(() => bvh.refit(new Float32Array(3))).toThrow('positions must be 36 numbers, not 3');
    bvh.destroy();
  });

  it('times its steps', async () => {
    const mesh = createMesh(createIcosphere({ subdivisions: 1 }));
    const bvh = await Bvh.build(gpu(), mesh);
    const { timesMs } = await bvh.timeRebuild(mesh.positions);
    bvh.destroy();
    expect(Object.keys(timesMs).join('+')).toBe('codes+sort+tree+bounds');
  });
});

describe('what TypeScript and WGSL both know', () => {
  it.each([
    ['bvh/box_pyramid.wgsl', 'FACTOR', PYRAMID_FACTOR],
    ['bvh/traversal/ray.wgsl', 'STACK_SIZE', MAX_STACK],
    ['bvh/segments/segment_codes.wgsl', 'CODE_BITS', SEGMENT_CODE_BITS],
    ['bvh/segments/answers/nearest.wgsl', 'NO_HIT_T', MISSED_T],
  ])('%s: %s is the same on both sides', (path, name, value) => {
    const [, text] = new RegExp(`const ${name} = ([\\d.e+-]+)u?;`).exec(SHADER_SOURCES[path]!)!;
    expect(Number(text)).toBe(value);
  });
});

it('names the questions about segments that there are, where another one is asked', async () => {
  const bvh = await Bvh.build(gpu(), createIcosphere({ subdivisions: 0 }));
  const segments = { from: new Float32Array(3), to: new Float32Array(3) };
  await expect(intersectSegments(bvh, segments, 'boolean' as 'any')).rejects.toThrow(
    new InputError('a segment query is any, bits, nearest, count, not boolean'),
  );
  bvh.destroy();
});
