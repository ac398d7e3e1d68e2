/** Draws frames that are read back: submits them, whole or in bands, and reads the requested outputs. */

import type { Gpu } from '../../gpu/gpu.js';
import { copyInto, type MappedRanges, Readback } from '../../gpu/host/readback.js';
import type { PassTimer, PassTimes } from '../../gpu/timer.js';
import { ComputePasses } from '../frame/compute-passes.js';
import { encodeFrame } from '../frame/encode-frame.js';
import type { FramePreparer, PreparedFrame } from '../frame/prepare-frame.js';
import type { Frame, FrameInfo, PixelCounts } from '../frame.js';
import { describeFrame } from '../measure/describe-frame.js';
import {
  binCapacities,
  decodeMeshCounts,
  growBins,
  hadRoom,
  type MeshCounts,
  meshCountRanges,
} from '../mesh/bins/bin-check.js';
import { backgroundLight } from '../path/background-light.js';
import type { CallOptions, ReadCall } from '../settings.js';
import { isFollowed } from '../submit/is-followed.js';
import { submitEncoded } from '../submit/submit-encoded.js';
import { labelsOfStyles } from '../volume/resident/mask.js';
import { decodeCounts, decodeOutput } from './decode-output.js';
import { handOver, type MappedCall } from './hand-over.js';
import { rangeOf } from './output-buffer.js';
import type { FrameOutputs, OutputName } from './outputs.js';

interface FrameContents {
  readonly outputs: FrameOutputs;
  readonly counts: PixelCounts | undefined;
  readonly meshCounts: MeshCounts | undefined;
}

/** Frames in flight at once: one is read back while the next is cast, and a third is prepared. */
const MAX_IN_FLIGHT = 3;

/** A frame that is submitted and being mapped. */
interface ReadingFrame {
  readonly readback: Readback;
  readonly submitted: Promise<void>;
  readonly mapped: Promise<MappedRanges>;
}

/**
 * A frame whose turn is over: it resolves once it is read back and its caller has used what is mapped, to undefined if its bins had no
 * room for all triangles.
 */
export interface StartedFrame {
  readonly frame: Promise<Frame<OutputName> | FrameInfo | undefined>;
}

export class FrameReader {
  readonly #gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #preparer: FramePreparer;
  readonly #readback: Readback;
  /** All there are, in flight or free. */
  readonly #readbacks = new Set<Readback>();
  readonly #free: Readback[] = [];
  readonly #inFlight: Promise<unknown>[] = [];

  constructor(gpu: Gpu, timer: PassTimer, preparer: FramePreparer) {
    this.#gpu = gpu;
    this.#timer = timer;
    this.#preparer = preparer;
    this.#readback = new Readback(gpu, 'frame.readback');
  }

  /**
   * Submits a frame, which is read back while others are prepared and cast. A frame that is many submissions, that adds to those
   * before it or is measured is read before this resolves.
   */
  async start(prepared: PreparedFrame, call: MappedCall): Promise<StartedFrame> {
    if (!mayOverlap(prepared, call)) return { frame: handOver(await this.read(prepared, call), call) };
    if (this.#inFlight.length >= MAX_IN_FLIGHT) await this.#inFlight.shift();
    const readback = this.#free.pop() ?? this.#addReadback();
    const submitted = this.#submit(prepared, call, readback);
    // Heard of where it is awaited, which a mapping that fails comes before.
    submitted.catch(() => undefined);
    const mapped = readback.map(listRanges(prepared));
    const frame = this.#finish(prepared, call, { readback, submitted, mapped });
    // Not once callers are done with it, who may wait for other frames.
    this.#inFlight.push(mapped.catch(() => undefined));
    return { frame };
  }

  async #finish(prepared: PreparedFrame, call: MappedCall, { readback, submitted, mapped }: ReadingFrame) {
    const stop = this.#timer.startStopwatch();
    const { meshes } = prepared.resident;
    const capacities = meshes && binCapacities(meshes);
    try {
      const { parts, unmap } = await mapped;
      try {
        await submitted;
        const contents = this.#decode(prepared, call.whileMapped ? parts : copyParts(prepared, call, parts));
        const { meshCounts } = contents;
        if (capacities && meshCounts && !hadRoom(capacities, meshCounts)) return undefined;
        const left = await handOver(this.#describe(prepared, contents, stop()), call);
        // A device that went meanwhile took the memory along.
        if (call.whileMapped) this.#gpu.assertHealthy();
        return left;
      } finally {
        unmap();
      }
    } finally {
      this.#putBack(readback);
    }
  }

  /** Bins that have no room for all items grow, and the frame is drawn again. */
  async read(prepared: PreparedFrame, call: ReadCall): Promise<Frame<OutputName>> {
    const { settings, resident } = prepared;
    const { meshes } = resident;
    for (;;) {
      await this.#submit(prepared, call, this.#readback);
      const times = await this.#timer.collect();
      const contents = await this.#collect(prepared, call, this.#readback);
      if (meshes && contents.meshCounts && (await growBins(meshes, contents.meshCounts))) {
        this.#timer.begin(settings.timestamps);
        continue;
      }
      this.#preparer.record(settings, times);
      // Measurements are loaded by those who ask for them.
      const measure = settings.timings || settings.slabCounts ? await import('../measure/measure-frame.js') : undefined;
      const timings = settings.timings
        ? await measure?.measureBlocks(this.#gpu, this.#timer, this.#preparer.uniforms, prepared)
        : undefined;
      const slabCounts =
        settings.slabCounts && meshes?.binner ? await measure?.countSlabs(this.#gpu, meshes.binner) : undefined;
      const { outputs, counts } = timings ? await this.#collectAgain(prepared, call) : contents;
      return { ...this.#describe(prepared, { ...contents, outputs, counts }, times), timings, slabCounts };
    }
  }

  #describe(prepared: PreparedFrame, { outputs, counts, meshCounts }: FrameContents, times: PassTimes) {
    const { camera, frames, settings } = prepared;
    const { width, height } = settings;
    const stats = describeFrame(this.#gpu, prepared, { settings, counts, times, meshCounts });
    const unmeasured = { timings: undefined, slabCounts: undefined };
    return { camera, width, height, accumulated: frames, ...outputs, counts, ...unmeasured, stats };
  }

  async #submit(prepared: PreparedFrame, call: CallOptions, readback: Readback): Promise<void> {
    const isBanded = isFollowed(prepared, call);
    if (isBanded) {
      const { submitInBands } = await import('../submit/submit-bands.js');
      await submitInBands(this.#gpu, this.#timer, this.#preparer, prepared, call);
    }
    await submitEncoded(this.#gpu, 'frame', (encoder) => {
      if (!isBanded) {
        const passes = new ComputePasses(encoder, this.#timer);
        encodeFrame(passes, this.#gpu, this.#preparer.uniforms, prepared);
        passes.end();
      }
      this.#timer.resolve(encoder);
      readback.copy(encoder, listRanges(prepared));
    });
  }

  #collect(prepared: PreparedFrame, call: ReadCall, readback: Readback): Promise<FrameContents> {
    return readback.view(listRanges(prepared), (parts) => this.#decode(prepared, copyParts(prepared, call, parts)));
  }

  /** The contents of a frame's parts: outputs stay where they lie. */
  #decode({ parts, settings, resident, frames }: PreparedFrame, read: readonly Uint8Array<ArrayBuffer>[]) {
    const meaning = {
      frames,
      background: backgroundLight(parts.background, settings),
      labels: parts.volume?.mask && labelsOfStyles(parts.volume.mask.styles),
      // Integrals are no texels.
      reduced:
        resident.volume && parts.volume?.mode !== 'xray'
          ? { voxelFormat: resident.volume.volume.voxelFormat, isSum: parts.volume?.mode === 'average' }
          : undefined,
    };
    const named = settings.outputs.map((name, index) => [name, decodeOutput(name, read[index]!, meaning)]);
    const rest = read.slice(settings.outputs.length).map((part) => part.slice().buffer);
    const counts = settings.counts ? decodeCounts(rest.shift()!) : undefined;
    const meshCounts: MeshCounts | undefined = resident.meshes && decodeMeshCounts(resident.meshes, rest);
    return { outputs: Object.fromEntries(named) as FrameOutputs, counts, meshCounts };
  }

  async #collectAgain(prepared: PreparedFrame, call: ReadCall) {
    await submitEncoded(this.#gpu, 'frame.readback', (encoder) => this.#readback.copy(encoder, listRanges(prepared)));
    return this.#collect(prepared, call, this.#readback);
  }

  #addReadback(): Readback {
    const readback = new Readback(this.#gpu, 'frame.readback');
    this.#readbacks.add(readback);
    return readback;
  }

  /** Callers who kept many frames mapped leave no more memory than frames in flight take. */
  #putBack(readback: Readback): void {
    if (this.#free.length < MAX_IN_FLIGHT) {
      this.#free.push(readback);
      return;
    }
    this.#readbacks.delete(readback);
    readback.destroy();
  }

  destroy(): void {
    for (const readback of [this.#readback, ...this.#readbacks]) readback.destroy();
  }
}

/** A frame's parts, of which the outputs are copied: into the arrays of the frame to reuse where they fit. */
const copyParts = (
  { settings: { outputs } }: PreparedFrame,
  { reuse }: ReadCall,
  parts: readonly Uint8Array<ArrayBuffer>[],
): readonly Uint8Array<ArrayBuffer>[] =>
  parts.map((part, index) => {
    const name = outputs[index];
    return name ? new Uint8Array(copyInto(wholeBuffer(reuse?.[name]), part)) : part;
  });

/** The memory of an array that has it to itself. */
const wholeBuffer = (array: FrameOutputs[OutputName] | undefined): ArrayBuffer | undefined =>
  array?.byteLength === array?.buffer.byteLength ? array?.buffer : undefined;

/** Whether a frame is one submission on which no later frame depends. */
const mayOverlap = (prepared: PreparedFrame, call: CallOptions): boolean => {
  const { accumulate, timestamps, timings, slabCounts } = prepared.settings;
  return !(isFollowed(prepared, call) || accumulate || timestamps || timings || slabCounts);
};

/** The ranges to read of a frame: what was asked for, and how bins were filled. */
function listRanges({ resident, settings }: PreparedFrame) {
  const { meshes, output } = resident;
  return [
    ...settings.outputs.map((name) => rangeOf(output, name)),
    ...(settings.counts ? [rangeOf(output, 'counts')] : []),
    ...(meshes ? meshCountRanges(meshes) : []),
  ];
}
