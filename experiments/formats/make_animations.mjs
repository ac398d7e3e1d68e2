/**
 * Writes animated glTF with glTF-Transform, and where three.js's loader and mixer put its corners at several times.
 *
 * Usage: node make_animations.mjs FOLDER. Each case becomes FOLDER/<case>/mesh.glb and expected.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document, WebIO } from '@gltf-transform/core';
import { AnimationMixer, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

const folder = process.argv[2];
const SECONDS = 2;
const KEYS = 5;
const TIMES = [0, 0.3, 1, 1.7];
const INTERPOLATIONS = ['LINEAR', 'STEP', 'CUBICSPLINE'];

/** Park and Miller's generator: the same numbers in every run. */
let state = 20240607;
function random(low = -1, high = 1) {
  state = (state * 48271) % 2147483647;
  return low + ((high - low) * state) / 2147483647;
}

const numbers = (count, low, high) => Float32Array.from({ length: count }, () => random(low, high));

function quaternions(count) {
  const all = numbers(4 * count);
  for (let at = 0; at < all.length; at += 4) {
    const length = Math.hypot(...all.subarray(at, at + 4));
    for (let part = at; part < at + 4; part++) all[part] /= length;
  }
  return all;
}

function createTube(document, buffer) {
  const [rings, sides] = [9, 7];
  const at = (ring, side) => ring * sides + (side % sides);
  const positions = [];
  const triangles = [];
  for (let ring = 0; ring < rings; ring++) {
    for (let side = 0; side < sides; side++) {
      const angle = (2 * Math.PI * side) / sides;
      positions.push(Math.cos(angle), ring / 2, Math.sin(angle) * (1 + 0.1 * ring));
      if (ring + 1 === rings) continue;
      const corners = [at(ring, side), at(ring + 1, side), at(ring, side + 1), at(ring + 1, side + 1)];
      triangles.push(corners[0], corners[1], corners[2], corners[2], corners[1], corners[3]);
    }
  }
  const accessor = (type, array) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(positions)))
    .setIndices(accessor('SCALAR', Uint16Array.from(triangles)));
  return { primitive, accessor, vertices: positions.length / 3 };
}

/** A tube on a chain of nodes, that hangs on joints or has morph targets if it should. */
function createCase({ interpolation, skin, morphs, moves }) {
  const document = new Document();
  const buffer = document.createBuffer();
  const { primitive, accessor, vertices } = createTube(document, buffer);
  const mesh = document.createMesh('tube').addPrimitive(primitive);
  const node = document.createNode('tube').setMesh(mesh).setTranslation([1, 2, 3]).setRotation([0, 0.6, 0, 0.8]);
  const scene = document.createScene();
  const parent = document.createNode('parent').setScale([1.5, 1.5, 1.5]).addChild(node);
  scene.addChild(parent);
  const moved = [parent, node];
  if (morphs) {
    for (let target = 0; target < 3; target++) {
      const offsets = accessor('VEC3', numbers(3 * vertices, -0.4, 0.4));
      primitive.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', offsets));
    }
    mesh.setWeights([0.1, 0.2, 0]);
  }
  if (skin) {
    const [lower, upper] = [document.createNode('lower'), document.createNode('upper').setTranslation([0, 2, 0])];
    parent.addChild(lower.addChild(upper));
    const inverses = Float32Array.of(
      ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1],
    );
    const weights = Float32Array.from({ length: 4 * vertices }, (_, at) => {
      const share = Math.floor(at / 4) / vertices;
      return [1 - share, share, 0, 0][at % 4];
    });
    const joints = Uint8Array.from({ length: 4 * vertices }, (_, at) => [0, 1, 0, 0][at % 4]);
    primitive.setAttribute('JOINTS_0', accessor('VEC4', joints)).setAttribute('WEIGHTS_0', accessor('VEC4', weights));
    node.setSkin(
      document.createSkin().addJoint(lower).addJoint(upper).setInverseBindMatrices(accessor('MAT4', inverses)),
    );
    moved.push(lower, upper);
  }
  const animation = document.createAnimation('moves');
  const times = accessor(
    'SCALAR',
    Float32Array.from({ length: KEYS }, (_, key) => 0.1 + ((SECONDS - 0.1) * key) / (KEYS - 1)),
  );
  const perKey = interpolation === 'CUBICSPLINE' ? 3 : 1;
  const animate = (target, path, type, values) => {
    const sampler = document.createAnimationSampler().setInput(times).setOutput(accessor(type, values));
    sampler.setInterpolation(interpolation);
    const channel = document.createAnimationChannel().setTargetNode(target).setTargetPath(path).setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  };
  if (moves) {
    for (const target of moved) {
      animate(target, 'translation', 'VEC3', numbers(3 * KEYS * perKey));
      animate(target, 'rotation', 'VEC4', quaternions(KEYS * perKey));
    }
    animate(parent, 'scale', 'VEC3', numbers(3 * KEYS * perKey, 0.5, 2));
  }
  if (morphs) animate(node, 'weights', 'SCALAR', numbers(3 * KEYS * perKey, 0, 1));
  return document;
}

/** Nine numbers a triangle, in the world. */
function listCorners(scene) {
  const corners = [];
  scene.updateMatrixWorld(true);
  scene.traverse((mesh) => {
    if (!mesh.isMesh) return;
    for (const vertex of mesh.geometry.index.array) {
      const place = mesh.getVertexPosition(vertex, new Vector3()).applyMatrix4(mesh.matrixWorld);
      corners.push(place.x, place.y, place.z);
    }
  });
  return corners;
}

const KINDS = {
  nodes: { moves: true },
  morphs: { morphs: true },
  skin: { moves: true, skin: true },
  'skin-and-morphs': { moves: true, skin: true, morphs: true },
};

for (const [kind, parts] of Object.entries(KINDS)) {
  for (const interpolation of INTERPOLATIONS) {
    const glb = await new WebIO().writeBinary(createCase({ ...parts, interpolation }));
    for (const seconds of [undefined, ...TIMES]) {
      const { scene, animations } = await new GLTFLoader().parseAsync(glb.slice().buffer, '');
      if (seconds !== undefined) {
        const mixer = new AnimationMixer(scene);
        mixer.clipAction(animations[0]).play();
        mixer.setTime(seconds);
      }
      const name = `gltf-${kind}-${interpolation.toLowerCase()}-${seconds === undefined ? 'rest' : `at-${seconds}`}`;
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'mesh.glb'), glb);
      const animation = seconds === undefined ? null : { name: 'moves', seconds };
      const expected = { file: 'mesh.glb', corners: listCorners(scene), values: {}, valuesFile: null, animation };
      writeFileSync(join(folder, name, 'expected.json'), JSON.stringify(expected));
    }
  }
}
