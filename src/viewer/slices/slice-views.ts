/** The slices beside the 3D view: panes that follow the document. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ImageSize, Volume, VolumeScene } from '../../index.js';
import { PLANE_NAMES, type PlaneName } from '../../slices/planes.js';
import { FineValue } from '../data/fine-value.js';
import type { OverlayShape } from '../overlay/overlay-shape.js';
import { isPlaneLayout } from '../preferences.js';
import type { Session } from '../session.js';
import { fromPane, type PaneView } from './pane-view.js';
import { sliceHandles } from './slice-handles.js';
import { SlicePainter } from './slice-painter.js';
import { slicePane } from './slice-pane.js';
import { type SlicePlane, slicePlanes } from './slice-planes.js';
import { paneSize, SlicePointers } from './slice-pointers.js';
import { type SliceMarks, sliceShapes } from './slice-shapes.js';
import { cursorWorld, describeHover, describeWindow, shownPosition } from './slice-values.js';
import { boxOf, type Viewport, WHOLE } from './slice-viewport.js';

/** A pane with the slice that it shows, for a picture of it. */
export interface ShownPane {
  readonly element: HTMLElement;
  readonly view: PaneView;
}

export class SliceViews {
  readonly #session: Session;
  readonly #refresh: () => void;
  /** Each volume is seen whole at first. */
  readonly #viewports = new WeakMap<Volume, Map<PlaneName, Viewport>>();
  /** Sizes of the panes as they were drawn last, in CSS pixels. */
  readonly #sizes = new Map<PlaneName, ImageSize>();
  readonly #fine: FineValue;
  readonly #painter: SlicePainter;
  readonly #pointers: SlicePointers;

  constructor(session: Session, refresh: () => void) {
    this.#session = session;
    this.#refresh = refresh;
    this.#fine = new FineValue(refresh);
    this.#painter = new SlicePainter(session, refresh);
    this.#pointers = new SlicePointers(session, {
      viewOf: (name) => this.#viewOf(name),
      viewportOf: (name) => this.#viewportOf(name),
      putViewport: (name, viewport) => {
        const { volume } = session.data;
        if (volume) this.#viewports.set(volume, new Map(this.#viewports.get(volume)).set(name, viewport));
        refresh();
      },
      maximize: (name) => session.maximize(name),
      refresh,
    });
  }

  template(): TemplateResult | typeof nothing {
    const { data } = this.#session;
    const { volume } = data;
    if (!volume) return nothing;
    const planes = this.#planes(volume);
    const shown = planes.filter(({ name }) => this.#isShown(name));
    return html`${shown.map((plane) => this.#pane(volume, plane, planes))}`;
  }

  #isShown(name: PlaneName): boolean {
    const { layout } = this.#session;
    return isPlaneLayout(layout) ? layout === name : layout !== '3d';
  }

  #planes = (volume: Volume) => slicePlanes(volume, this.#session.document.sliceNormals);

  #viewportOf(name: PlaneName): Viewport {
    const { volume } = this.#session.data;
    return (volume && this.#viewports.get(volume)?.get(name)) ?? WHOLE;
  }

  /** The pane of a plane as it was drawn last. */
  #viewOf(name: PlaneName): PaneView | undefined {
    const { volume } = this.#session.data;
    const size = this.#sizes.get(name);
    if (!volume || !size || !this.#isShown(name)) return undefined;
    const plane = this.#planes(volume).find((known) => known.name === name)!;
    const box = boxOf(plane, this.#viewportOf(name), size.width, size.height);
    return { plane, position: shownPosition(this.#session, volume, plane), box, size };
  }

  #pane(volume: Volume, plane: SlicePlane, planes: readonly SlicePlane[]): TemplateResult {
    const session = this.#session;
    const view = this.#viewOf(plane.name);
    const cursor = cursorWorld(session, volume);
    const others = planes.filter((other) => other !== plane);
    const at = view && this.#pointers.hover(plane.name);
    const maximize = () => session.maximize(plane.name);
    return slicePane(
      {
        volume,
        plane,
        cursor,
        view,
        shapes: view ? sliceShapes(view, this.#marks(others, volume)) : [],
        handles: view ? sliceHandles(session, view, others, cursor) : nothing,
        hover: at ? describeHover(session, this.#fine, fromPane(view, at)) : '',
        window: describeWindow(session),
        isAlone: isPlaneLayout(session.layout),
        maximize,
      },
      this.#pointers,
    );
  }

  #marks(others: readonly SlicePlane[], volume: Volume): SliceMarks {
    const session = this.#session;
    const { measurements, sliceSlab } = session.document;
    return {
      others,
      cursor: cursorWorld(session, volume),
      thickness: sliceSlab?.thickness ?? 0,
      cuts: (session.scene as Partial<VolumeScene> | undefined)?.clip ?? [],
      unit: session.data.unit ?? '',
      measurements,
      describe: (measurement) => session.describe(measurement),
    };
  }

  /** Draws all slices that are on the page. */
  draw(root: ParentNode): void {
    const { volume } = this.#session.data;
    if (!volume) return;
    let isResized = false;
    for (const element of root.querySelectorAll<HTMLElement>('.slice')) {
      const name = element.dataset['plane'] as PlaneName;
      const canvas = element.querySelector('canvas')!;
      const [before, size] = [this.#sizes.get(name), paneSize(canvas)];
      isResized ||= before?.width !== size.width || before.height !== size.height;
      this.#sizes.set(name, size);
      const view = this.#viewOf(name);
      if (view && size.width > 0 && size.height > 0) void this.#painter.paint(canvas, volume, view);
    }
    // Lines and texts on a slice are placed by its size.
    if (isResized) this.#refresh();
  }

  /** The panes on the page, for a picture of all of them. */
  shownPanes = (root: ParentNode): readonly ShownPane[] => {
    return PLANE_NAMES.flatMap((name) => {
      const element = root.querySelector<HTMLElement>(`.slice[data-plane="${name}"]`);
      const view = this.#viewOf(name);
      return element && view ? [{ element, view }] : [];
    });
  };

  /** The pixels of a pane, however many. @param ratio of them to one CSS pixel. */
  drawSlice = (view: PaneView, ratio: number) => this.#painter.render(this.#session.data.volume!, view, ratio);

  /** Lines and texts on a pane, in its CSS pixels. */
  sliceShapes = (view: PaneView): readonly OverlayShape[] => {
    const { volume } = this.#session.data;
    if (!volume) return [];
    const others = this.#planes(volume).filter(({ name }) => name !== view.plane.name);
    return sliceShapes(view, this.#marks(others, volume));
  };
}
