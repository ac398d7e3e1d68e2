/** Animations of glTF's nodes: keyframes of places, turns, scales and weights of morph targets. */
import type { Animation, AnimationChannel, Document, Node } from '@gltf-transform/core';
import type { Budget } from '../../bytes/budget.js';
import { readVectors } from './gltf-pose.js';

export interface NodeAnimation {
  readonly name: string;
  readonly seconds: number;
  /** Puts the document's nodes where they are at a time; those that this animation leaves alone are in their rest pose. */
  readonly apply: (seconds: number) => void;
}

type Path = 'translation' | 'rotation' | 'scale' | 'weights';

interface Track {
  readonly node: Node;
  readonly path: Path;
  readonly interpolation: string;
  readonly times: Float64Array;
  /** A key is of `components` numbers; with cubic splines, of as many of the tangent before it and after it too. */
  readonly values: Float64Array;
  readonly components: number;
}

const SETTERS: Readonly<Record<Path, (node: Node, value: number[]) => void>> = {
  translation: (node, value) => node.setTranslation(value as [number, number, number]),
  rotation: (node, value) => node.setRotation(value as [number, number, number, number]),
  scale: (node, value) => node.setScale(value as [number, number, number]),
  weights: (node, value) => node.setWeights(value),
};

/** @returns how many channels are left out, too: they move something else than nodes, or have damaged keyframes. */
export function listAnimations(
  document: Document,
  budget: Budget,
): { animations: NodeAnimation[]; channelsLeftOut: number } {
  let channelsLeftOut = 0;
  const resetters = new Map<Node, () => void>();
  const animations = document
    .getRoot()
    .listAnimations()
    .flatMap((animation, index): NodeAnimation[] => {
      const tracks = readTracks(animation, budget);
      channelsLeftOut += animation.listChannels().length - tracks.length;
      if (tracks.length === 0) return [];
      for (const { node } of tracks) if (!resetters.has(node)) resetters.set(node, createReset(node));
      const apply = (seconds: number) => {
        for (const reset of resetters.values()) reset();
        for (const track of tracks) SETTERS[track.path](track.node, sampleTrack(track, seconds));
      };
      const seconds = tracks.reduce((latest, { times }) => Math.max(latest, times.at(-1)!), 0);
      return [{ name: animation.getName() || String(index), seconds, apply }];
    });
  return { animations, channelsLeftOut };
}

function createReset(node: Node): () => void {
  const [translation, rotation, scale] = [node.getTranslation(), node.getRotation(), node.getScale()];
  const weights = node.getWeights();
  return () => node.setTranslation(translation).setRotation(rotation).setScale(scale).setWeights(weights);
}

function readTracks(animation: Animation, budget: Budget): Track[] {
  return animation.listChannels().flatMap((channel) => readTrack(channel, budget) ?? []);
}

const FIXED_COMPONENTS = { translation: 3, rotation: 4, scale: 3 } as const;

function readTrack(channel: AnimationChannel, budget: Budget): Track | undefined {
  const [node, path, sampler] = [channel.getTargetNode(), channel.getTargetPath() as Path, channel.getSampler()];
  const [input, output] = [sampler?.getInput(), sampler?.getOutput()];
  if (!node || !(path in SETTERS) || !sampler || !input?.getArray() || !output?.getArray()) return undefined;
  const interpolation = sampler.getInterpolation();
  const size = path === 'weights' ? 1 : FIXED_COMPONENTS[path];
  budget.spendBytes(8 * (input.getCount() + size * output.getCount()), 'the keyframes of its animations');
  const [times, values] = [readVectors(input, 1), readVectors(output, size)];
  const components = values.length / times.length / (interpolation === 'CUBICSPLINE' ? 3 : 1);
  const isWhole = Number.isInteger(components) && components >= 1 && (path === 'weights' || components === size);
  const isSorted = times.every((time, key) => Number.isFinite(time) && !(key > 0 && time < times[key - 1]!));
  return isWhole && isSorted && values.every(Number.isFinite)
    ? { node, path, interpolation, times, values, components }
    : undefined;
}

/** The value at a time, that of the first key before it and that of the last after it: appendix C of the specification. */
function sampleTrack({ path, interpolation, times, values, components }: Track, seconds: number): number[] {
  const isCubic = interpolation === 'CUBICSPLINE';
  const partsPerKey = isCubic ? 3 : 1;
  const partOf = (key: number, part: number) => {
    const at = (key * partsPerKey + part) * components;
    return Array.from(values.subarray(at, at + components));
  };
  const keyframe = (key: number) => partOf(key, isCubic ? 1 : 0);
  const key = findKey(times, seconds);
  if (key < 0) return keyframe(0);
  const spanSeconds = times[key + 1]! - times[key]!;
  if (interpolation === 'STEP' || !(spanSeconds > 0)) return keyframe(key);
  const share = (seconds - times[key]!) / spanSeconds;
  const [before, after] = [keyframe(key), keyframe(key + 1)];
  if (isCubic) {
    const mixed = hermite(before, partOf(key, 2), after, partOf(key + 1, 0), share, spanSeconds);
    return path === 'rotation' ? normalizeQuaternion(mixed) : mixed;
  }
  return path === 'rotation' ? slerp(before, after, share) : mix(before, after, 1 - share, share);
}

/** The last key that is not after the time; −1 where all are. */
function findKey(times: Float64Array, seconds: number): number {
  let [low, high] = [-1, times.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= seconds) low = middle;
    else high = middle;
  }
  return low;
}

const mix = (a: readonly number[], b: readonly number[], shareA: number, shareB: number) =>
  a.map((value, index) => shareA * value + shareB * b[index]!);

/** @param out the tangent that leaves `a`, and @param into the one that arrives at `b`, per second. */
function hermite(
  a: readonly number[],
  out: readonly number[],
  b: readonly number[],
  into: readonly number[],
  t: number,
  seconds: number,
): number[] {
  const [t2, t3] = [t * t, t * t * t];
  const ends = mix(a, b, 2 * t3 - 3 * t2 + 1, 3 * t2 - 2 * t3);
  const tangents = mix(out, into, seconds * (t3 - 2 * t2 + t), seconds * (t3 - t2));
  return mix(ends, tangents, 1, 1);
}

/** Angles below this, in radians, are interpolated linearly: their sine is too small to divide by. */
const ANGLE_MIN = 1e-6;

/** Spherical interpolation by the shorter way: appendix C.4. */
function slerp(a: readonly number[], b: readonly number[], share: number): number[] {
  const cosine = a.reduce((sum, value, index) => sum + value * b[index]!, 0);
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  if (angle < ANGLE_MIN) return normalizeQuaternion(mix(a, b, 1 - share, sign * share));
  const sine = Math.sin(angle);
  return mix(a, b, Math.sin((1 - share) * angle) / sine, (sign * Math.sin(share * angle)) / sine);
}

function normalizeQuaternion(quaternion: readonly number[]): number[] {
  const length = Math.hypot(...quaternion);
  return length > 0 ? quaternion.map((value) => value / length) : [0, 0, 0, 1];
}
