/** The page that `tilecast view` serves or saves: the element over the whole window, and the view in the address. */
import {
  CHANGES_PATH,
  FRAMES_PATH,
  INPUTS_ID,
  type PageChanges,
  type PageCopy,
  type PageFile,
  type PageInputs,
  PICTURE_ID,
  VIEWS_PATH,
  WITHOUT_WEBGPU,
} from '../viewer-page/page-inputs.js';
import type { ViewerFile } from './data/files/viewer-file.js';
import { SHARE_HASH } from './document/share.js';
import { TilecastViewer } from './tilecast-viewer.js';
import './index.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  html, body { height: 100%; margin: 0; background: #000; }
  h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
  main { height: 100%; }
  tilecast-viewer { height: 100vh; height: 100dvh; }
  #${PICTURE_ID} { position: fixed; inset: 0; width: 100%; height: 100%; object-fit: contain; }
  #${PICTURE_ID} + p { position: fixed; bottom: 0; margin: 0; padding: 0.5em 1em; font: 14px system-ui; color: #ddd; background: #000a; }
`);
document.adoptedStyleSheets = [sheet];

/** Browsers refuse addresses that change more often. */
const ADDRESS_EVERY_MS = 500;

async function start(): Promise<void> {
  const picture = document.getElementById(PICTURE_ID);
  const renders = await hasAdapter();
  if (picture && !renders) return showStill(picture);
  const { files, view, attributes, remote, copy, isLinked } = await readInputs(renders);
  const viewer = new TilecastViewer();
  if (remote === 'always' || (remote && !renders)) viewer.setAttribute('remote', FRAMES_PATH);
  setAttributes(viewer, attributes);
  const names = [...new Set(files.map(({ input }) => input.split('/').at(-1)!))];
  document.title = [...names, 'tilecast'].join(' – ');
  document.body.append(mainOf(viewer));
  followPerson(viewer);
  // Its own picture takes the place of the saved one.
  if (picture) viewer.addEventListener('frame', () => picture.remove(), { once: true });
  if (view !== undefined) {
    viewer.openView(view);
    // Options change what a saved view says.
    setAttributes(viewer, attributes);
  }
  if (files.length > 0) {
    // The viewer says on the page what is wrong.
    await viewer.open(listViewerFiles(files, copy)).catch(() => undefined);
  }
  if (location.hash.startsWith(SHARE_HASH)) await openAddress(viewer).catch(() => undefined);
  followView(viewer, isLinked === true);
  if (isLinked) takeChanges(viewer);
}

/** The files as the viewer opens them: a copy of the volume, where there is one, stands for those that it is of. */
function listViewerFiles(files: readonly PageFile[], copy: PageCopy | undefined): ViewerFile[] {
  const given = files.map(({ url, isCopied, ...file }) => ({
    file: { ...file, source: file.isStore ? new URL(url, location.href).href : url },
    isCopied,
  }));
  const copied = given.filter(({ isCopied }) => isCopied).map(({ file }) => file);
  const [first] = copied;
  const others = given.filter(({ isCopied }) => !isCopied).map(({ file }) => file);
  if (!copy || !first) return others;
  const { url, statistics, ...described } = copy;
  const counted = { ...statistics, counts: Uint32Array.from(statistics.counts) };
  const name = copied.length === 1 ? first.name : first.input;
  return [
    { name, input: first.input, source: url, copied: { ...described, statistics: counted, files: copied } },
    ...others,
  ];
}

/** Inside of a saved page, or from the server. */
async function readInputs(renders: boolean): Promise<PageInputs> {
  const inside = document.getElementById(INPUTS_ID)?.textContent;
  if (inside) return JSON.parse(inside);
  const response = await fetch(`inputs.json${renders ? '' : `?${WITHOUT_WEBGPU}`}`);
  return response.json();
}

const hasAdapter = async () => Boolean(await navigator.gpu?.requestAdapter().catch(() => null));

/** The page's contents under its name, as people find them by a screen reader. */
function mainOf(...contents: readonly HTMLElement[]): HTMLElement {
  const heading = document.createElement('h1');
  heading.textContent = document.title;
  const main = document.createElement('main');
  main.append(heading, ...contents);
  return main;
}

/** Leaves the saved picture in place of the viewer. */
function showStill(picture: HTMLElement): void {
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  line.textContent = 'This browser has no WebGPU: the picture stands for the viewer, which would turn it.';
  document.body.append(mainOf(picture, line));
}

const openAddress = (viewer: TilecastViewer) => viewer.openShared(location.hash.slice(SHARE_HASH.length));

/** Shows the view of an address that is pasted into the same tab, and takes keys before anything has been clicked. */
function followPerson(viewer: TilecastViewer): void {
  addEventListener('hashchange', () => {
    if (location.hash.startsWith(SHARE_HASH)) void openAddress(viewer).catch(() => undefined);
  });
  document.addEventListener('keydown', (event) => {
    if (event.target !== document.body) return;
    viewer.focus();
    const { activeElement } = viewer.shadowRoot!;
    activeElement?.dispatchEvent(new KeyboardEvent(event.type, event));
  });
}

function setAttributes(viewer: TilecastViewer, attributes: PageInputs['attributes']): void {
  for (const [name, value] of Object.entries(attributes)) viewer.setAttribute(name, value);
}

/** Changes attributes as the program behind the server asks. */
function takeChanges(viewer: TilecastViewer): void {
  new EventSource(CHANGES_PATH).addEventListener('message', ({ data }) => {
    const { attributes } = JSON.parse(data) as PageChanges;
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) viewer.removeAttribute(name);
      else viewer.setAttribute(name, value);
    }
  });
}

/**
 * Keeps the view in the address, so that it can be copied and found again after a reload.
 * @param isLinked whether a program is told of it too.
 */
function followView(viewer: TilecastViewer, isLinked: boolean): void {
  let isWaiting = false;
  viewer.addEventListener('change', () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      void viewer.share().then((text) => history.replaceState(null, '', SHARE_HASH + text));
      if (isLinked) void fetch(VIEWS_PATH, { method: 'POST', body: viewer.saveView() }).catch(() => undefined);
    }, ADDRESS_EVERY_MS);
  });
}

void start();
