/** Surfaces of labels, which are extracted while others are shown. */
import { InputError, type PosedMesh, type Steps } from '../../index.js';
import type { SurfaceRequest } from '../../recipe/scene/labels/describe-label-surfaces.js';
import { createLabelMeshes } from '../../recipe/scene/labels/label-surfaces.js';

export interface LabelSurfacesEvents {
  /** Called when the latest requested surfaces are ready. */
  readonly ready: () => void;
  readonly error: (error: unknown) => void;
}

type RunGently = <Result>(steps: Steps<Result>, signal: AbortSignal) => Promise<Result>;

const isSame = (a: SurfaceRequest | undefined, b: SurfaceRequest) =>
  a?.mask.labels === b.mask.labels &&
  a.mask.styles === b.mask.styles &&
  a.smoothing === b.smoothing &&
  a.clip === b.clip;

export class LabelSurfaceMaker {
  readonly #events: LabelSurfacesEvents;
  readonly #run: RunGently;
  #asked: SurfaceRequest | undefined;
  #made: readonly PosedMesh[] | undefined;
  #making: AbortController | undefined;
  #done: Promise<void> = Promise.resolve();

  /** @param run does work without holding up the page. */
  constructor(events: LabelSurfacesEvents, run: RunGently) {
    this.#events = events;
    this.#run = run;
  }

  /** Whether the surfaces that were requested last are still being made. */
  get isMaking(): boolean {
    return this.#making !== undefined;
  }

  /** Resolves when the latest requested surfaces are ready, or have failed. */
  async whenMade(): Promise<void> {
    while (this.isMaking) await this.#done;
  }

  /** The surfaces, those before where these are still being made, or undefined where there are none yet. */
  of(request: SurfaceRequest): readonly PosedMesh[] | undefined {
    if (!isSame(this.#asked, request)) {
      if (this.#asked?.mask.labels !== request.mask.labels) this.#made = undefined;
      this.#asked = request;
      this.#done = this.#make(request);
    }
    return this.#made;
  }

  /** Ends what is being made: call when no surfaces are shown. */
  forget(): void {
    this.#making?.abort();
    this.#making = undefined;
    this.#asked = undefined;
    this.#made = undefined;
  }

  async #make({ mask, smoothing, clip }: SurfaceRequest): Promise<void> {
    this.#making?.abort();
    const making = new AbortController();
    const { signal } = making;
    this.#making = making;
    try {
      const run = <Result>(steps: Steps<Result>) => this.#run(steps, signal);
      // Frames of a server hold its own surfaces; without these there would be nothing that the view is fitted to.
      const surfaces = await createLabelMeshes(mask, { smoothing, clip }, run);
      const meshes = surfaces.map(({ posed }) => posed);
      if (signal.aborted) return;
      this.#made = meshes;
    } catch (error) {
      if (signal.aborted) return;
      const { message } = error as Error;
      this.#events.error(error instanceof InputError ? new InputError(`label-surfaces: ${message}`) : error);
    } finally {
      if (this.#making === making) {
        this.#making = undefined;
        this.#events.ready();
      }
    }
  }
}
