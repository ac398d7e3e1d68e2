/** The scene to render, and what each contestant of the comparison does to take part. */
import type { Camera, PerspectiveCamera, Shading, TransferFunction, Vec3 } from 'tilecast';
import type { Scan } from './scan.js';

/** Pixels, across and down. */
export const IMAGE_SIDE = 512;

/** One way to look at a scan: what every contestant is to draw alike. */
export interface Task {
  readonly scan: Scan;
  readonly transfer: TransferFunction;
  readonly shading: Shading | undefined;
  /** Distance between samples, and what opacities are for: the smallest spacing, in the scan's units. */
  readonly step: number;
}

export interface Picture {
  /** Time from the call that draws until the pixels are in the memory of the process or page that called. */
  readonly ms: number;
  /** CPU time of all cores. */
  readonly cpuMs: number;
  /** RGBA, rows from the top; the background is black. */
  readonly pixels: Uint8Array;
}

/** A contestant with a task before it; the first picture takes all that has to happen once. */
export interface Entry {
  render(view: View): Promise<Picture>;
  close(): Promise<void>;
}

export interface Contestant {
  readonly name: string;
  /** Versions, the adapter, and what it does in its own way. */
  readonly about: Readonly<Record<string, string>>;
  /** Starts afresh: a device, page or process of its own, with the voxels in its memory and nothing done with them yet. */
  enter(task: Task): Promise<Entry>;
  close(): Promise<void>;
}

/** This machine lacks what a contestant needs; the message says what. */
export class MissingContestant extends Error {}

export type View = PerspectiveCamera;

export function asView(camera: Camera): View {
  if (camera.projection !== 'perspective') throw new Error('the comparison is of perspective views');
  return camera;
}

/** The task in what JSON can hold: what a page or another process is told. */
export interface Order {
  readonly imageSide: number;
  readonly sizes: Vec3;
  readonly spacings: Vec3;
  /** The voxels' type, as the name of a typed array. */
  readonly type: string;
  readonly transfer: TransferFunction;
  readonly shading: Shading | undefined;
  readonly step: number;
}

export const orderOf = ({ scan: { sizes, spacings, type }, transfer, shading, step }: Task): Order => ({
  imageSide: IMAGE_SIDE,
  sizes,
  spacings,
  type,
  transfer,
  shading,
  step,
});
