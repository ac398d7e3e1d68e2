/** Rays through volumes in float64, whose samples and lights are counted. */
import {
  type Camera,
  cameraBasis,
  createShading,
  smallestSpacing,
  type TransferFunction,
  type Vec3,
  type Volume,
} from 'tilecast';

export interface Scene {
  readonly volume: Volume;
  readonly transfer: TransferFunction;
  readonly isLit: boolean;
}

/** Marches along a ray. */
export type March = (ray: Ray) => void;

export interface Picture {
  readonly colors: Float64Array;
  readonly values: number;
  readonly lights: number;
}

/** A factor of the colour, and white that is added. */
export interface Light {
  readonly factor: number;
  readonly white: number;
}

export const OPAQUE = 0.999;
/** Gradients of this share of the transfer function's values are lit in full. */
const FULL_GRADIENT = 1e-3;
const CELLS = 4096;
/** Red, green, blue, opacity, and the variation up to the value. */
const CHANNELS = 5;

class Table {
  readonly #low: number;
  readonly #scale: number;
  readonly #rows = new Float64Array(CHANNELS * (CELLS + 1));

  constructor({ colors, opacities }: TransferFunction) {
    const values = [...colors, ...opacities].map(({ value }) => value);
    this.#low = Math.min(...values);
    const length = Math.max(...values) - this.#low;
    this.#scale = CELLS / length;
    let before: readonly number[] = [0, 0, 0, 0, 0];
    for (let cell = 0; cell <= CELLS; cell++) {
      const value = this.#low + (length * cell) / CELLS;
      const color = evaluate(colors, value, (point) => point.color);
      const [opacity = 0] = evaluate(opacities, value, (point) => [point.opacity]);
      const ofColor = Math.max(...color.map((channel, index) => Math.abs(channel - before[index]!)));
      const isShown = opacity + before[3]! > 0;
      const change = cell > 0 ? Math.max(Math.abs(opacity - before[3]!), isShown ? ofColor : 0) : 0;
      before = [...color, opacity, before[4]! + change];
      this.#rows.set(before, CHANNELS * cell);
    }
  }

  read(value: number, channel: number): number {
    const place = Math.min(Math.max((value - this.#low) * this.#scale, 0), CELLS);
    const cell = Math.min(Math.floor(place), CELLS - 1);
    const [start, end] = [this.#rows[CHANNELS * cell + channel]!, this.#rows[CHANNELS * (cell + 1) + channel]!];
    return start + (end - start) * (place - cell);
  }
}

/** Linear between points, constant beyond the ends. */
function evaluate<Point extends { readonly value: number }>(
  points: readonly Point[],
  value: number,
  numbersOf: (point: Point) => readonly number[],
): number[] {
  const next = points.findIndex((point) => point.value > value);
  if (next < 0) return [...numbersOf(points.at(-1)!)];
  if (next === 0) return [...numbersOf(points[0]!)];
  const [a, b] = [points[next - 1]!, points[next]!];
  const weight = (value - a.value) / (b.value - a.value);
  const to = numbersOf(b);
  return numbersOf(a).map((number, index) => number + (to[index]! - number) * weight);
}

interface Given {
  readonly table: Table;
  readonly scene: Scene;
  readonly spacings: Vec3;
  readonly origin: Vec3;
  readonly direction: Vec3;
  readonly toEye: Vec3;
  readonly stepUnits: number;
  readonly fullGradient: number;
  /** Distances along the ray. */
  readonly enter: number;
  readonly leave: number;
  readonly step: number;
}

/** A ray, what it has met, and how many values and lights that took. Its steps are as long as the smallest spacing. */
export class Ray {
  readonly color = [0, 0, 0];
  opacity = 0;
  values = 0;
  lights = 0;
  readonly enter: number;
  readonly leave: number;
  readonly step: number;
  readonly #given: Given;
  readonly #sample: (x: number, y: number, z: number) => number;

  constructor(given: Given) {
    this.enter = given.enter;
    this.leave = given.leave;
    this.step = given.step;
    this.#given = given;
    this.#sample = createSampler(given.scene.volume);
  }

  valueAt(t: number): number {
    this.values++;
    const [x, y, z] = this.#at(t);
    return this.#sample(x, y, z);
  }

  #at(t: number): Vec3 {
    const { origin, direction } = this.#given;
    return [origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2]];
  }

  colorOf(value: number): number[] {
    return [0, 1, 2].map((channel) => this.#given.table.read(value, channel));
  }

  /** @param steps how many the sample stands for. */
  opacityOf(value: number, steps: number): number {
    return 1 - (1 - this.#given.table.read(value, 3)) ** (this.#given.stepUnits * steps);
  }

  variationUpTo(value: number): number {
    return this.#given.table.read(value, 4);
  }

  gradientAt(t: number): Vec3 {
    if (!this.#given.scene.isLit) return [0, 0, 0];
    this.lights++;
    const [x, y, z] = this.#at(t);
    const [a, b, c] = this.#given.spacings;
    const sample = this.#sample;
    const unit = Math.min(a, b, c) / 2;
    return [
      (unit / a) * (sample(x + 1, y, z) - sample(x - 1, y, z)),
      (unit / b) * (sample(x, y + 1, z) - sample(x, y - 1, z)),
      (unit / c) * (sample(x, y, z + 1) - sample(x, y, z - 1)),
    ];
  }

  lightOf([x, y, z]: Vec3): Light {
    if (!this.#given.scene.isLit) return { factor: 1, white: 0 };
    const { ambient, diffuse, specular, shininess } = createShading(this.#given.scene.transfer.shading);
    const { toEye, fullGradient } = this.#given;
    const length = Math.hypot(x, y, z);
    if (length === 0) return { factor: ambient, white: 0 };
    const strength = Math.min(1, length / fullGradient);
    const facing = Math.abs(x * toEye[0] + y * toEye[1] + z * toEye[2]) / length;
    return { factor: ambient + strength * diffuse * facing, white: strength * specular * facing ** shininess };
  }

  lightAt(t: number): Light {
    return this.lightOf(this.gradientAt(t));
  }

  put(color: readonly number[], opacity: number, { factor, white }: Light): void {
    const weight = (1 - this.opacity) * opacity;
    for (const [channel, own] of color.entries()) this.color[channel]! += weight * Math.min(1, own * factor + white);
    this.opacity += weight;
  }
}

function createSampler({ sizes: [columns, rows, slices], voxels }: Volume) {
  const cellOf = (position: number, size: number) => Math.min(Math.floor(position), size - 2);
  const within = (position: number, size: number) => Math.min(Math.max(position, 0), size - 1);
  return (atX: number, atY: number, atZ: number): number => {
    const [x, y, z] = [within(atX, columns), within(atY, rows), within(atZ, slices)];
    const [i, j, k] = [cellOf(x, columns), cellOf(y, rows), cellOf(z, slices)];
    const [u, v, w] = [x - i, y - j, z - k];
    const along = (voxel: number) => voxels[voxel]! * (1 - u) + voxels[voxel + 1]! * u;
    const across = (voxel: number) => along(voxel) * (1 - v) + along(voxel + columns) * v;
    const first = i + columns * (j + rows * k);
    return across(first) * (1 - w) + across(first + columns * rows) * w;
  };
}

/** A square picture. */
export function cast(scene: Scene, camera: Camera, side: number, march: March): Picture {
  if (camera.projection !== 'perspective') throw new Error('only perspective cameras are cast here');
  const { volume, transfer } = scene;
  const { columns, origin } = volume.indexToWorld;
  const spacings = columns.map((column) => Math.hypot(...column)) as unknown as Vec3;
  const dot = (a: readonly number[], b: readonly number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  const axes = columns.map((column, axis) => column.map((component) => component / spacings[axis]!));
  const toIndex = (world: readonly number[]) =>
    axes.map((axis, index) => dot(axis, world) / spacings[index]!) as unknown as Vec3;
  const { forward, right, up } = cameraBasis(camera);
  const slope = (2 * Math.tan((camera.fovDegrees * Math.PI) / 360)) / side;
  const start = toIndex(camera.eye.map((component, axis) => component - origin[axis]!));
  const step = smallestSpacing(volume);
  const values = [...transfer.colors, ...transfer.opacities].map(({ value }) => value);
  const fullGradient = FULL_GRADIENT * (Math.max(...values) - Math.min(...values));
  const table = new Table(transfer);
  const colors = new Float64Array(4 * side * side);
  let [taken, lit] = [0, 0];
  for (let pixel = 0; pixel < side * side; pixel++) {
    const x = ((pixel % side) + 0.5 - side / 2) * slope;
    const y = (side / 2 - Math.floor(pixel / side) - 0.5) * slope;
    const towards = forward.map((component, axis) => component + x * right[axis]! + y * up[axis]!);
    const world = towards.map((component) => component / Math.hypot(...towards));
    const direction = toIndex(world);
    let [enter, leave] = [0, Infinity];
    for (const [axis, size] of volume.sizes.entries()) {
      const ends = [-0.5, size - 0.5].map((end) => (end - start[axis]!) / direction[axis]!);
      enter = Math.max(enter, Math.min(...ends));
      leave = Math.min(leave, Math.max(...ends));
    }
    if (enter >= leave) continue;
    const toEye = axes.map((axis) => -dot(axis, world)) as unknown as Vec3;
    const stepUnits = step / (transfer.unit ?? step);
    const ray = new Ray({
      table,
      scene,
      spacings,
      origin: start,
      direction,
      toEye,
      stepUnits,
      fullGradient,
      enter,
      leave,
      step,
    });
    march(ray);
    colors.set([...ray.color, ray.opacity], 4 * pixel);
    taken += ray.values;
    lit += ray.lights;
  }
  return { colors, values: taken, lights: lit };
}
