/** Animations of glTF's nodes: keyframes and what is between them, the rest pose, and what is left out. */
import { type AnimationSampler, Document, type GLTF, WebIO } from '@gltf-transform/core';
import { describe, expect, it, test } from 'vitest';
import { readMeshSource } from '../../../../src/files/meshes/mesh-formats.js';
import { cornersOf } from '../../../mesh/measure-mesh.js';
import { sourceOf } from '../../volumes/nrrd/write-nrrd.js';

type Path = GLTF.AnimationChannelTargetPath;

/** One triangle, at (1, 0, 0), (0, 1, 0) and (0, 0, 1), with a morph target that moves it by 10 along x. */
function createTriangle() {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', values: readonly number[]) =>
    document.createAccessor().setType(type).setArray(Float32Array.from(values)).setBuffer(buffer);
  const target = document.createPrimitiveTarget();
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', [1, 0, 0, 0, 1, 0, 0, 0, 1]))
    .addTarget(target.setAttribute('POSITION', accessor('VEC3', [10, 0, 0, 10, 0, 0, 10, 0, 0])));
  const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive));
  document.createScene().addChild(node);
  const animation = document.createAnimation('walk');
  const animate = (
    path: Path,
    times: readonly number[],
    values: readonly number[],
    interpolation: ReturnType<AnimationSampler['getInterpolation']> = 'LINEAR',
  ) => {
    const type = path === 'weights' ? 'SCALAR' : path === 'rotation' ? 'VEC4' : 'VEC3';
    const sampler = document.createAnimationSampler().setInput(accessor('SCALAR', times));
    sampler.setOutput(accessor(type, values)).setInterpolation(interpolation);
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  };
  return { document, node, animate };
}

const read = async (document: Document) =>
  readMeshSource({ ...sourceOf(await new WebIO().writeBinary(document)), name: 'a.glb' });

/** The first corner at times of the only animation. */
async function followFirst(document: Document, times: readonly number[]): Promise<number[][]> {
  const { animations } = await read(document);
  return times.map((seconds) =>
    [...cornersOf(animations![0]!.at(seconds)).subarray(0, 3)].map((x) => Number(x.toFixed(6))),
  );
}

describe('between two keyframes', () => {
  it('is a straight line, and beyond them the nearest', async () => {
    const { document, animate } = createTriangle();
    animate('translation', [1, 2, 4], [0, 0, 0, 0, 2, 0, 8, 2, 0]);
    expect(await followFirst(document, [0, 1, 1.5, 3, 4, 9])).toEqual([
      [1, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [5, 2, 0],
      [9, 2, 0],
      [9, 2, 0],
    ]);
  });

  it('is the first of the two in steps', async () => {
    const { document, animate } = createTriangle();
    animate('translation', [0, 1], [0, 0, 0, 0, 5, 0], 'STEP');
    expect(await followFirst(document, [0.99, 1])).toEqual([
      [1, 0, 0],
      [1, 5, 0],
    ]);
  });

  it('is a cubic with the tangents that are given', async () => {
    const { document, animate } = createTriangle();
    // 3t² − 2t³ along y; t³ − 2t² + t of the first tangent along z, of a span of 2 seconds.
    const keys = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0];
    animate('translation', [0, 2], keys, 'CUBICSPLINE');
    expect(await followFirst(document, [0.5, 1])).toEqual([
      [1, 0.15625, 0.28125],
      [1, 0.5, 0.25],
    ]);
  });

  it('turns by the shorter way', async () => {
    const { document, animate } = createTriangle();
    // A quarter about z, written as the quaternion that turns by three quarters the other way.
    animate('rotation', [0, 1], [0, 0, 0, 1, 0, 0, -Math.SQRT1_2, -Math.SQRT1_2]);
    const [x, y] = [Math.cos(Math.PI / 6), 0.5];
    expect(await followFirst(document, [1 / 3, 1])).toEqual([
      [Number(x.toFixed(6)), y, 0],
      [0, 1, 0],
    ]);
  });
});

test('weights move morph targets, and the rest pose is what the file has without', async () => {
  const { document, node, animate } = createTriangle();
  node.getMesh()!.setWeights([0.1]);
  animate('weights', [0, 1], [0, 1]);
  const { mesh, animations } = await read(document);
  expect(animations).toEqual([{ name: 'walk', seconds: 1, at: expect.any(Function) }]);
  expect(cornersOf(mesh)[0]).toBeCloseTo(2, 6);
  expect(cornersOf(animations![0]!.at(0.5))[0]).toBeCloseTo(6, 6);
});

test('what a scale of zero hides keeps its place among the triangles', async () => {
  const { document, animate } = createTriangle();
  animate('scale', [0, 1], [1, 1, 1, 0, 0, 0], 'STEP');
  const hidden = (await read(document)).animations![0]!.at(1);
  expect([...cornersOf(hidden)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

test('nodes that another animation moves are in their rest pose', async () => {
  const { document, node, animate } = createTriangle();
  animate('translation', [0], [0, 7, 0]);
  const scales = document
    .createAnimationSampler()
    .setInput(document.getRoot().listAnimations()[0]!.listSamplers()[0]!.getInput()!);
  scales.setOutput(document.getRoot().listAnimations()[0]!.listSamplers()[0]!.getOutput()!);
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('translation').setSampler(scales);
  document.createAnimation().addSampler(scales).addChannel(channel);
  document.createAnimation('still').addChannel(channel.clone().setTargetNode(document.createNode())).addSampler(scales);
  const { animations } = await read(document);
  expect(animations!.map(({ name }) => name)).toEqual(['walk', '1', 'still']);
  expect(animations![0]!.at(0).positions[1]).toBe(7);
  expect(animations![2]!.at(0).positions[1]).toBe(0);
});

test.each([
  ['fewer values than times', [0, 1], [0, 7, 0]],
  ['times that go back', [1, 0], [0, 7, 0, 0, 7, 0]],
  ['numbers that are none', [0, 1], [0, Number.NaN, 0, 0, 7, 0]],
])('channels with %s are left out, and said to be', async (_, times, values) => {
  const { document, animate } = createTriangle();
  animate('translation', times, values);
  const { mesh, notes, animations } = await read(document);
  expect(notes).toEqual([expect.stringMatching(/^left out 1 channels of animations/)]);
  expect(animations).toBeUndefined();
  expect(cornersOf(mesh)[0]).toBe(1);
});
