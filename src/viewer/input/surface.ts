/** The element that takes pointers and keys over the picture. */
import type { Point } from '../camera/navigate.js';
import type { Stage } from '../stage.js';
import type { Actions } from './actions.js';
import { commandOf } from './commands.js';
import { listenForGestures } from './gestures.js';

export function createSurface(): HTMLElement {
  const surface = document.createElement('div');
  surface.className = 'surface';
  surface.tabIndex = 0;
  const attributes = { role: 'application', 'aria-label': '3D view', 'aria-describedby': 'keys' };
  for (const [name, value] of Object.entries(attributes)) surface.setAttribute(name, value);
  return surface;
}

/** Turns pointers over the surface, and keys anywhere in the viewer, into actions. */
export function listenForInput(
  surface: HTMLElement,
  root: ShadowRoot,
  stage: Stage,
  actions: Actions,
  signal: AbortSignal,
): void {
  const toPixels = ({ x, y }: Point) => {
    const ratio = stage.size.width / Math.max(surface.clientWidth, 1);
    return { x: x * ratio, y: y * ratio };
  };
  listenForGestures(surface, toPixels, actions, signal);
  const onKey = (event: Event) => {
    const command = isEditing(event) ? undefined : commandOf(event as KeyboardEvent);
    if (!command) return;
    event.preventDefault();
    actions.run(command);
  };
  root.addEventListener('keydown', onKey, { signal });
}

/** Gives the stage the surface's size, now and whenever that changes. */
export function followSize(surface: HTMLElement, stage: Stage, onResize: () => void, signal: AbortSignal): void {
  let isWarned = false;
  const resize = () => {
    const isHidden = surface.clientWidth === 0 || surface.clientHeight === 0;
    // Pictures and views that are saved of hidden canvases have the size of all panes.
    const room = (isHidden && surface.closest('.views')) || surface;
    const { host } = surface.getRootNode() as Partial<ShadowRoot>;
    if (!isWarned && host?.checkVisibility() && room.clientWidth * room.clientHeight === 0) {
      isWarned = true;
      // biome-ignore lint/suspicious/noConsole: there is no room to say it on the page.
      console.warn('<tilecast-viewer>: its styles leave no room for a picture; give it a width and a height');
    }
    stage.resize(room.clientWidth, room.clientHeight, isHidden);
  };
  resize();
  const observer = new ResizeObserver(() => {
    resize();
    onResize();
  });
  observer.observe(surface);
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Keys in fields are the fields' own. */
const isEditing = (event: Event) => {
  const target = event.composedPath()[0];
  return (
    target instanceof HTMLElement &&
    target.matches('input, select, textarea, dialog *') &&
    (event as KeyboardEvent).key !== 'Escape'
  );
};
