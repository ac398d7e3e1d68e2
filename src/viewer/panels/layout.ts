/** All of the viewer's shadow tree, as a function of what it shows. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { withAnatomy } from '../../recipe/scene/meshes/mesh-view-options.js';
import { toPageNotes } from '../data/page-notes.js';
import { type IconName, icon } from '../icons.js';
import { HELP } from '../input/commands.js';
import { moveInToolbar } from '../input/toolbar-keys.js';
import { orientationFigure } from '../overlay/orientation-figure.js';
import { isPlaneLayout, PANEL_NAMES, TOOLS, type ViewerLayout, type ViewerTool } from '../preferences.js';
import type { Session } from '../session.js';
import type { PanelContext } from './context.js';
import { PANELS } from './panels.js';

const TOOL_LABELS: Readonly<Record<ViewerTool, string>> = {
  turn: 'Turn and move',
  window: 'Window and level',
  pick: 'Pick a point',
  length: 'Measure a length',
  angle: 'Measure an angle',
  region: 'Measure a region of a slice',
};

const TOOL_ICONS: Readonly<Record<ViewerTool, IconName>> = {
  turn: 'turn',
  window: 'window',
  pick: 'pick',
  length: 'measure',
  angle: 'angle',
  region: 'region',
};

/** Layouts of the toolbar; one slice alone is chosen on the slice itself. */
const CHOSEN_LAYOUTS = ['3d', 'four', 'slices'] as const satisfies readonly ViewerLayout[];
const LAYOUT_LABELS = { '3d': '3D', four: '3D and slices', slices: 'Slices' } as const;

const button = (
  name: IconName,
  label: string,
  run: () => void,
  { pressed, disabled = false }: { pressed?: boolean; disabled?: boolean } = {},
) => html`<button
  class="icon-button"
  aria-label=${label}
  title=${label}
  aria-pressed=${pressed ?? nothing}
  ?disabled=${disabled}
  @click=${run}
>
  ${icon(name)}
</button>`;

/** The parts that others draw within the layout. */
export interface LayoutParts {
  /** Takes pointers and keys, over the picture. */
  readonly surface: HTMLElement;
  readonly slices: TemplateResult | typeof nothing;
  readonly overlay: TemplateResult | typeof nothing;
}

export function viewerLayout(context: PanelContext, { surface, slices, overlay }: LayoutParts): TemplateResult {
  const { session, stage } = context;
  const { preferences } = session;
  return html`<div class="frame">
    ${toolbar(context)}
    <div class="views" data-layout=${session.layout} data-tool=${preferences.tool}>
      <div class="stage">
        ${stage.canvas} ${surface}
        ${overlay}
        ${session.navigation.camera && session.scene ? orientationFigure(session.navigation.camera, isAnatomical(session)) : nothing}
      </div>
      ${slices} ${messages(context)}
    </div>
    ${sidePanel(context)} ${help(session)}
    <p id="keys" class="visually-hidden">
      Arrow keys turn, Shift and arrow keys move, plus and minus zoom, 1 to 6 show named views, r shows all, question mark lists
      more.
    </p>
    <p class="visually-hidden" role="status">${describeState(session)}</p>
  </div>`;
}

/** Whether the world's directions are a patient's. */
function isAnatomical({ data, document }: Session): boolean {
  const { volume, meshes } = data;
  return volume
    ? volume.anatomical
    : meshes.length > 0 && withAnatomy(data, document).meshes.every(({ space }) => space !== undefined);
}

/** Screen readers say it when it changes: what is loaded, and what was measured last. */
function describeState(session: Session): string {
  const { contents, scene, data, document } = session;
  const { progress, error } = contents;
  if (progress) return `Loading ${progress.name}`;
  if (error) return error.message;
  if (!scene) return 'Nothing is loaded';
  const last = document.measurements.at(-1);
  const name = data.name ?? data.meshes[0]?.name ?? '';
  return [`Loaded ${name}`.trim(), ...(last ? session.describe(last) : [])].join('; ');
}

function toolbar({ session, chooseFiles, save, toggleFullScreen }: PanelContext) {
  const { preferences, history, data } = session;
  const tools = TOOLS.filter((tool) => (tool !== 'window' && tool !== 'region') || data.volume);
  return html`<div class="bar" part="toolbar" role="toolbar" aria-label="Viewer" @keydown=${moveInToolbar}>
    <span class="group">
      ${button('files', 'Open files', () => chooseFiles('files', false))}
      ${button('save', 'Save the picture', () => save('picture'), { disabled: !session.scene })}
      <span class="rule"></span>
      ${tools.map((tool) =>
        button(TOOL_ICONS[tool], TOOL_LABELS[tool], () => session.prefer({ tool }), {
          pressed: preferences.tool === tool,
        }),
      )}
      <span class="rule"></span>
      ${button('fit', 'Show all of it (r)', () => session.navigation.fit(), { disabled: !session.scene })}
      ${button('undo', 'Undo (Ctrl + Z)', () => session.undo(), { disabled: !history.canUndo })}
      ${button('redo', 'Redo (Ctrl + Shift + Z)', () => session.redo(), { disabled: !history.canRedo })}
    </span>
    <span class="gap"></span>
    <span class="group">
      ${data.volume ? layoutChoice(session) : nothing}
      <span class="rule"></span>
      ${PANEL_NAMES.filter((name) => PANELS[name].suits(session)).map((name) =>
        button(
          PANELS[name].icon,
          PANELS[name].label,
          () => session.prefer({ panel: preferences.panel === name ? undefined : name }),
          {
            pressed: preferences.panel === name,
          },
        ),
      )}
      ${globalThis.document?.fullscreenEnabled ? button('screen', document.fullscreenElement ? 'Leave full screen' : 'Full screen', toggleFullScreen) : nothing}
      ${button('help', 'Help (?)', () => session.prefer({ showsHelp: true }))}
    </span>
  </div>`;
}

/** All layouts where there is room for them, else a button that goes from one to the next. */
function layoutChoice(session: Session) {
  const { layout } = session;
  const at = (CHOSEN_LAYOUTS as readonly ViewerLayout[]).indexOf(layout);
  const next = CHOSEN_LAYOUTS[(at + 1) % CHOSEN_LAYOUTS.length]!;
  const shown = isPlaneLayout(layout) ? 'One slice' : LAYOUT_LABELS[layout];
  return html`<span class="segments wide" role="group" aria-label="Layout">
      ${CHOSEN_LAYOUTS.map(
        (choice) => html`<button aria-pressed=${layout === choice} @click=${() => session.prefer({ layout: choice })}>
          ${LAYOUT_LABELS[choice]}
        </button>`,
      )}
    </span>
    <span class="narrow">${button('layout', `Layout: ${shown}`, () => session.prefer({ layout: next }))}</span>`;
}

function sidePanel(context: PanelContext) {
  const { session } = context;
  const name = session.preferences.panel;
  const panel = name && PANELS[name];
  if (!panel?.suits(session)) return nothing;
  return html`<aside class="panel" part="panel" aria-label=${panel.label}>
    <header>
      <h2>${panel.label}</h2>
      ${button('close', `Close ${panel.label}`, () => session.prefer({ panel: undefined }))}
    </header>
    ${panel.show(context)}
  </aside>`;
}

/** Over all panes: layouts with slices alone have no 3D picture. */
function messages({ session, chooseFiles, frame }: PanelContext) {
  const { scene, contents, missingNotes } = session;
  const { error, progress, notes } = contents;
  return html`
    ${
      !scene && !progress && !error && missingNotes.length === 0
        ? html`<div class="empty">
            <p>Drop a scan or a mesh here: NRRD, NIfTI, MetaImage, DICOM, PLY, OBJ, STL or 3DS.</p>
            <span class="buttons">
              <button class="primary" @click=${() => chooseFiles('files', false)}>Open files</button>
              <button class="plain" @click=${() => chooseFiles('folder', false)}>Open a DICOM folder</button>
            </span>
          </div>`
        : nothing
    }
    ${progress ? progressCard(session, frame !== undefined) : nothing}
    ${missingNotes.length > 0 && !progress && !error ? message(session, missingNotes, '', () => session.forgetNeeded()) : nothing}
    ${error ? message(session, [error.message], 'bad') : notes.length > 0 && missingNotes.length === 0 ? message(session, toPageNotes(notes), '') : nothing}
  `;
}

const message = (
  session: Session,
  lines: readonly string[],
  kind: string,
  dismiss = () => session.contents.dismiss(),
) => html`<div class="message ${kind}" role=${kind ? 'alert' : 'status'}>
  <div class="lines">${lines.map((line) => html`<p>${line}</p>`)}</div>
  ${button('close', 'Dismiss', dismiss)}
</div>`;

/** @param isSeen whether there is a picture, which is not hidden. */
function progressCard(session: Session, isSeen: boolean) {
  const { name, doneBytes, totalBytes, stage, place } = session.contents.progress!;
  const ofFile = totalBytes ? doneBytes / totalBytes : undefined;
  const done = place ? (place.number - 1 + (ofFile ?? 0)) / place.count : ofFile;
  return html`<div class="progress ${isSeen ? 'beside' : ''}">
    <p>${stage === 'reading' ? 'Reading' : 'Decoding'} ${name.split('/').at(-1)}${place ? `, ${place.number} of ${place.count} files` : ''}</p>
    ${
      done !== undefined
        ? html`<progress aria-label="Loading" max="1" .value=${done}></progress>`
        : html`<progress aria-label="Loading"></progress>`
    }
    <div class="row">
      <span class="value">${done !== undefined ? `${Math.round(100 * done)} %` : ''}</span>
      <button class="plain" @click=${() => session.contents.cancel()}>Cancel</button>
    </div>
  </div>`;
}

function help(session: Session) {
  if (!session.preferences.showsHelp) return nothing;
  return html`<dialog class="help" aria-labelledby="help-title" @close=${() => session.prefer({ showsHelp: false })}>
    <header>
      <h2 id="help-title">Keys and gestures</h2>
      ${button('close', 'Close help', () => session.prefer({ showsHelp: false }))}
    </header>
    <dl>
      ${HELP.map(([keys, what]) => html`<dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${what}</dd>`)}
    </dl>
  </dialog>`;
}
