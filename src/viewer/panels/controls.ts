/** Controls around the picture: drawn from the session's state, once for each frame of the page at most. */
import { html, render } from 'lit-html';
import type { ShownFrame } from '../frames/subject.js';
import { overlayOf } from '../overlay/overlay.js';
import type { Session } from '../session.js';
import { SliceViews } from '../slices/slice-views.js';
import type { Stage } from '../stage.js';
import type { PanelContext } from './context.js';
import { drawSeries } from './data-panel.js';
import { viewerLayout } from './layout.js';

/** The picture that controls are around, while the element is on a page. */
export interface Pictured {
  readonly stage: Stage;
  /** The element that takes gestures, and has the canvas in it. */
  readonly surface: HTMLElement;
}

/** Requests of the controls to the element. */
export type ControlRequests = Pick<PanelContext, 'chooseFiles' | 'save' | 'pages' | 'copyLink' | 'toggleFullScreen'>;

export class Controls {
  readonly #root: ShadowRoot;
  readonly #session: Session;
  readonly #requests: ControlRequests;
  /** The panes of slices. */
  readonly slices: SliceViews;
  #pictured: Pictured | undefined;
  #frame: ShownFrame | undefined;
  #isScheduled = false;

  constructor(root: ShadowRoot, session: Session, requests: ControlRequests) {
    this.#root = root;
    this.#session = session;
    this.#requests = requests;
    this.slices = new SliceViews(session, () => this.refresh());
  }

  /** Draws them around a picture from now on. */
  show(pictured: Pictured): void {
    this.#pictured = pictured;
    this.#draw();
  }

  /** Takes them off the page. */
  clear(): void {
    this.#pictured = undefined;
    render(html``, this.#root);
  }

  /** Says which frame is on the screen. */
  showFrame(frame: ShownFrame): void {
    this.#frame = frame;
    if (this.#session.preferences.panel === 'stats') this.refresh();
  }

  /** Draws them before the next frame of the page. */
  refresh(): void {
    if (this.#isScheduled || !this.#pictured) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#draw();
    });
  }

  /**
   * Keys go on where they were: at the button of a panel that was closed, else at the picture.
   * @param panel the name of the panel that had the focus.
   */
  #keepFocus(panel: string | null | undefined): void {
    const toggles = [...this.#root.querySelectorAll<HTMLElement>('.bar button')];
    const toggle = toggles.find((one) => one.getAttribute('aria-label') === panel);
    const pictures = [...this.#root.querySelectorAll<HTMLElement>('.surface, .slice canvas')];
    (toggle ?? pictures.find((one) => one.checkVisibility()))?.focus({ preventScroll: true });
  }

  #draw(): void {
    if (!this.#pictured) return;
    const { stage, surface } = this.#pictured;
    const { tool, panel } = this.#session.preferences;
    surface.dataset['tool'] = tool;
    stage.timesExactFrames = panel === 'stats';
    const context: PanelContext = {
      session: this.#session,
      stage,
      frame: this.#frame,
      ...this.#requests,
      refresh: () => this.refresh(),
    };
    const size = { width: surface.clientWidth || 1, height: surface.clientHeight || 1 };
    const overlay = overlayOf(this.#session, size);
    const focused = this.#root.activeElement;
    const closing = focused?.closest('.panel')?.getAttribute('aria-label');
    render(viewerLayout(context, { surface, slices: this.slices.template(), overlay }), this.#root);
    if (focused && !focused.isConnected) this.#keepFocus(closing);
    this.slices.draw(this.#root);
    if (panel === 'data') drawSeries(this.#root, this.#session.series);
    const help = this.#root.querySelector<HTMLDialogElement>('dialog.help');
    if (help && !help.open) help.showModal();
  }
}
