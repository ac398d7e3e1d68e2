/** Fewer samples where little changes, in float64: which steps need four samples, and how many lights. */
import { computeStatistics, findTransfer, type Vec3 } from 'tilecast';
import { readVolumeFile } from 'tilecast/node';
import { asVolume, loadHead } from '../peers/scan.js';
import { differences, viewLook } from './looks.js';
import { cast, type Light, type March, OPAQUE, type Picture, type Ray } from './march-float64.js';

const SIZE = Number(process.env['SIZE'] ?? 48);
const LOOKS = ['CT-Bone', 'CT-Muscle', 'CT-Coronary-Arteries'] as const;
/** Variation up to which a step has one sample. */
const MOST_VARIATION = Number(process.env['MOST'] ?? 0.01);
const STEP_SAMPLES = 4;

/** Lights the step of a ray that begins at a distance, is even, and has this opacity and colour. */
type LightEven = (ray: Ray, start: number, opacity: number, color: readonly number[]) => void;

/** Samples from a distance on, each lit by itself. */
function putSamples(ray: Ray, start: number, count: number): void {
  for (let n = 0; n < count && ray.opacity < OPAQUE; n++) {
    const t = start + ((n + 0.5) / count) * ray.step;
    if (t >= ray.leave) return;
    const value = ray.valueAt(t);
    const opacity = ray.opacityOf(value, 1 / count);
    if (opacity > 0) ray.put(ray.colorOf(value), opacity, ray.lightAt(t));
  }
}

const everywhere =
  (count: number): March =>
  (ray) => {
    for (let t = ray.enter; t < ray.leave && ray.opacity < OPAQUE; t += ray.step) putSamples(ray, t, count);
  };

/**
 * One sample, of the mean of both ends, in steps that hardly vary.
 * @param beyond share of the change of slope by which values may go beyond both ends.
 */
const judged =
  (lightEven: LightEven, beyond = 0.5): March =>
  (ray) => {
    let before = ray.valueAt(ray.enter);
    let slope = 0;
    for (let start = ray.enter; start < ray.leave && ray.opacity < OPAQUE; start += ray.step) {
      const after = ray.valueAt(start + ray.step);
      const margin = beyond * Math.abs(after - before - slope);
      const variation =
        ray.variationUpTo(Math.max(before, after) + margin) - ray.variationUpTo(Math.min(before, after) - margin);
      const opacity = ray.opacityOf((before + after) / 2, 1);
      if (variation > MOST_VARIATION || start + ray.step > ray.leave) putSamples(ray, start, STEP_SAMPLES);
      else if (opacity > 0) lightEven(ray, start, opacity, ray.colorOf((before + after) / 2));
      slope = after - before;
      before = after;
    }
  };

const withLights =
  (count: number): LightEven =>
  (ray, start, opacity, color) => {
    const own = 1 - (1 - opacity) ** (1 / count);
    for (let n = 0; n < count && ray.opacity < OPAQUE; n++) {
      ray.put(color, own, ray.lightAt(start + ((n + 0.5) / count) * ray.step));
    }
  };

const mixLights = (a: Light, b: Light, weight: number): Light => ({
  factor: a.factor + (b.factor - a.factor) * weight,
  white: a.white + (b.white - a.white) * weight,
});

/** The mean place of what is seen of a step of even opacity, from 0 to 1. */
function meanPlace(opacity: number): number {
  const depth = -Math.log(1 - Math.min(opacity, 1 - 1e-12));
  return depth < 1e-4 ? 0.5 : 1 / depth - (1 - opacity) / opacity;
}

/** Lights at both ends, the first of which the step before may have; four where they differ by more than `limit` is seen of. */
function atEnds(limit = Infinity): LightEven {
  const last: { ray?: Ray; t?: number; light?: Light } = {};
  return (ray, start, opacity, color) => {
    const first = last.ray === ray && last.t === start ? last.light! : ray.lightAt(start);
    const light = ray.lightAt(start + ray.step);
    Object.assign(last, { ray, t: start + ray.step, light });
    const apart = Math.abs(first.factor - light.factor) + Math.abs(first.white - light.white);
    if (apart * opacity > limit) withLights(STEP_SAMPLES)(ray, start, opacity, color);
    else ray.put(color, opacity, mixLights(first, light, meanPlace(opacity)));
  };
}

const mixGradients = (a: Vec3, b: Vec3, weight: number) =>
  a.map((component, axis) => component + (b[axis]! - component) * weight) as unknown as Vec3;

/** Four samples in each step, lit by gradients between those at some places of it. */
const byGradients =
  (places: readonly number[], isNearest = false): March =>
  (ray) => {
    const known = new Map<number, Vec3>();
    for (let step = 0; ray.enter + step * ray.step < ray.leave; step++) {
      const gradientAt = (place: number) => {
        const key = step + place;
        if (!known.has(key)) known.set(key, ray.gradientAt(ray.enter + key * ray.step));
        return known.get(key)!;
      };
      for (let n = 0; n < STEP_SAMPLES && ray.opacity < OPAQUE; n++) {
        const place = (n + 0.5) / STEP_SAMPLES;
        const t = ray.enter + (step + place) * ray.step;
        if (t >= ray.leave) return;
        const value = ray.valueAt(t);
        const opacity = ray.opacityOf(value, 1 / STEP_SAMPLES);
        if (opacity === 0) continue;
        const after = Math.max(
          places.findIndex((one) => one >= place),
          1,
        );
        const [from, to] = [places[after - 1]!, places[after]!];
        const weight = (place - from) / (to - from);
        const gradient = mixGradients(gradientAt(from), gradientAt(to), isNearest ? Math.round(weight) : weight);
        ray.put(ray.colorOf(value), opacity, ray.lightOf(gradient));
      }
    }
  };

const UNLIT: Readonly<Record<string, March>> = {
  'four samples in each step': everywhere(4),
  'one in steps whose ends hardly vary': judged(withLights(1), 0),
  'one in steps that hardly vary beyond their ends': judged(withLights(1)),
};
const LIT: Readonly<Record<string, March>> = {
  'four samples in each step': everywhere(4),
  'two samples in each step': everywhere(2),
  'one light in even steps': judged(withLights(1)),
  'light at their ends': judged(atEnds()),
  'light at their ends, or four where it differs': judged(atEnds(0.01)),
  'two lights': judged(withLights(2)),
  'four lights': judged(withLights(4)),
  'four samples, gradients at both ends': byGradients([0, 1]),
  'four samples, gradients at ends and middle': byGradients([0, 0.5, 1]),
  'four samples, gradients at both quarters': byGradients([0.25, 0.75]),
  'four samples, the nearest of these': byGradients([0.25, 0.75], true),
};

const paths = process.argv.slice(2);
for (const path of paths.length > 0 ? paths : ['volumes/head-phantom.nrrd', 'head']) {
  const volume = path === 'head' ? asVolume(loadHead()) : (await readVolumeFile(path)).volume;
  for (const name of LOOKS) {
    const transfer = findTransfer(name).create({ statistics: () => computeStatistics(volume) });
    const zoom = name === 'CT-Coronary-Arteries' ? 2 : 1;
    const camera = viewLook(volume, { name, scene: { transfer }, zoom });
    for (const isLit of [false, true]) {
      const pictureOf = (march: March) => cast({ volume, transfer, isLit }, camera, SIZE, march);
      const reference = Float32Array.from(pictureOf(everywhere(32)).colors);
      let first: Picture | undefined;
      for (const [way, march] of Object.entries(isLit ? LIT : UNLIT)) {
        const picture = pictureOf(march);
        first ??= picture;
        const { rms } = differences(Float32Array.from(picture.colors), reference);
        const shares = [picture.values / first.values, isLit ? picture.lights / first.lights : 0];
        const [values, lights] = shares.map((share) => share.toFixed(2));
        console.log(
          `${path}, ${name}, ${isLit ? 'lit' : 'unlit'}, ${way}: ${rms.toFixed(3)}, values ${values}, lights ${lights}`,
        );
      }
    }
  }
}
