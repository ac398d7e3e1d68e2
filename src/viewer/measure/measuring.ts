/** Measuring by pointers: places that are pointed at become measurements, and points of these are moved. */
import type { PagedVolume, Vec3, Volume } from '../../index.js';
import { add, subtract } from '../../math/vec3.js';
import { readVoxel } from '../data/read-voxel.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { DocumentPatch, MeasuredPlane, Measurement, ViewerDocument } from '../document/document.js';
import type { Preferences } from '../preferences.js';
import { toIndex } from '../slices/slice-planes.js';
import { valueAt } from '../slices/slice-values.js';
import type { Hit } from './measurements.js';

/** Points of what each tool measures. */
const POINTS = { turn: 0, window: 0, pick: 1, length: 2, angle: 3, region: 2 } as const;

/** The session that is measured in. */
export interface Measured {
  readonly document: ViewerDocument;
  readonly data: ViewerData;
  readonly preferences: Preferences;
  change(patch: DocumentPatch, gesture?: unknown): void;
}

export class Measuring {
  readonly #session: Measured;
  /** Points that the last measurement still lacks. */
  #missing = 0;
  /** Whether the last point follows a pointer that is held. */
  #follows = false;

  constructor(session: Measured) {
    this.#session = session;
  }

  /** Whether the tool measures. */
  get isOn(): boolean {
    return POINTS[this.#session.preferences.tool] > 0;
  }

  /** Begins anew: call when the tool is another. */
  forget(): void {
    this.#missing = 0;
    this.#follows = false;
  }

  /**
   * Adds a place that was pointed at to what the tool measures, with the value of the finest voxel there.
   * @param plane of the slice that it was pointed at in, whose sides a region has.
   */
  async add(hit: Hit, gesture?: object, plane?: MeasuredPlane): Promise<void> {
    const { tool } = this.#session.preferences;
    if (POINTS[tool] === 0 || (tool === 'region' && !plane)) return;
    const { measurements } = this.#session.document;
    const last = measurements.at(-1);
    if (this.#missing > 0 && last) {
      this.#missing--;
      this.#put(measurements.length - 1, { ...last, points: [...last.points, hit.point] }, gesture);
      return;
    }
    this.#missing = POINTS[tool] - 1;
    const region = tool === 'region' && plane ? { right: plane.right, down: plane.down } : undefined;
    const begun: Measurement = { points: [hit.point], ...(region && { region }) };
    this.#session.change({ measurements: [...measurements, begun] }, gesture);
    if (tool === 'pick') await this.#describePoint(begun, hit, gesture);
  }

  /** Moves the next point of what was begun along with a pointer that is held. */
  follow(point: Vec3, gesture: object): void {
    const { measurements } = this.#session.document;
    const last = measurements.at(-1);
    if (!last || (!this.#follows && this.#missing === 0)) return;
    if (!this.#follows) this.#missing--;
    const points = this.#follows ? last.points.with(-1, point) : [...last.points, point];
    this.#follows = true;
    this.#put(measurements.length - 1, { ...last, points }, gesture);
  }

  /** The pointer is held no longer. */
  release(): void {
    this.#follows = false;
  }

  /** Moves a point of a measurement. */
  movePoint(index: number, at: number, point: Vec3, gesture: object): void {
    const measurement = this.#session.document.measurements[index];
    if (!measurement) return;
    const { value: _, label: __, triangle: ___, ...rest } = measurement;
    const moved: Measurement = { ...rest, points: measurement.points.with(at, point) };
    this.#put(index, moved, gesture);
    const isPoint = moved.points.length === 1 && !moved.region;
    if (isPoint) void this.#describePoint(moved, { point, label: undefined, triangle: undefined }, gesture);
  }

  /** Moves all points of a measurement by as much. */
  moveAll(index: number, from: Vec3, to: Vec3, gesture: object): void {
    const measurement = this.#session.document.measurements[index];
    if (!measurement) return;
    const by = subtract(to, from);
    this.#put(index, { ...measurement, points: measurement.points.map((point) => add(point, by)) }, gesture);
  }

  /** @param name an empty text for none. */
  rename(index: number, name: string): void {
    const { name: _, ...rest } = this.#session.document.measurements[index]!;
    this.#put(index, { ...rest, ...(name !== '' && { name }) });
  }

  remove(index: number): void {
    this.forget();
    this.#session.change({ measurements: this.#session.document.measurements.toSpliced(index, 1) });
  }

  #put(index: number, measurement: Measurement, gesture?: object): void {
    const { measurements } = this.#session.document;
    this.#session.change({ measurements: measurements.with(index, measurement) }, gesture);
  }

  /** Adds the value, the label and the triangle of a point. */
  async #describePoint(begun: Measurement, { point, label, triangle }: Hit, gesture?: object): Promise<void> {
    const { volume, pages, labels } = this.#session.data;
    const found = volume && triangle === undefined ? findValue(volume, pages, point) : undefined;
    const value = found instanceof Promise ? await found.catch(() => undefined) : found;
    const own = label ?? (labels && triangle === undefined ? findValue(labels.volume, undefined, point) : undefined);
    const index = this.#session.document.measurements.indexOf(begun);
    // Moved or removed meanwhile.
    if (index < 0) return;
    const described: Measurement = {
      ...begun,
      ...(value !== undefined && { value }),
      ...(own && !(own instanceof Promise) && { label: own }),
      ...(triangle !== undefined && { triangle }),
    };
    this.#put(index, described, gesture);
  }
}

/** The value of the nearest voxel; undefined beside the volume. */
function findValue(volume: Volume, pages: PagedVolume | undefined, point: Vec3): number | Promise<number> | undefined {
  const index = toIndex(volume, point);
  if (!index.every((at, axis) => at >= -0.5 && at <= volume.sizes[axis]! - 0.5)) return undefined;
  return pages ? readVoxel(pages, toIndex(pages.level, point)) : valueAt(volume, index);
}
