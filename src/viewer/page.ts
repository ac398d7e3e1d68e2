/** The page that `tilecast view` serves: the element over the whole window, and the view in the address. */
import { TilecastViewer } from './tilecast-viewer.js';
import './index.js';

/** The server's list of the files that it was given; addresses are relative to the page. */
interface ServedInputs {
  readonly files: readonly {
    readonly name: string;
    readonly url: string;
    readonly sizeBytes: number;
    readonly input: string;
    readonly isStore?: boolean;
    readonly isMask?: boolean;
  }[];
  /** Text of a saved view, or of a picture's recipe. */
  readonly view?: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  html, body { height: 100%; margin: 0; background: #000; }
  h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
  main { height: 100%; }
  tilecast-viewer { height: 100vh; height: 100dvh; }
`);
document.adoptedStyleSheets = [sheet];

const HASH = '#view=';
/** Browsers refuse addresses that change more often. */
const ADDRESS_EVERY_MS = 500;

async function start(): Promise<void> {
  const response = await fetch('inputs.json');
  const { files, view, attributes } = (await response.json()) as ServedInputs;
  const viewer = new TilecastViewer();
  setAttributes(viewer, attributes);
  const names = [...new Set(files.map(({ input }) => input.split('/').at(-1)!))];
  document.title = [...names, 'tilecast'].join(' – ');
  const heading = document.createElement('h1');
  heading.textContent = document.title;
  const main = document.createElement('main');
  main.append(heading, viewer);
  document.body.append(main);
  if (files.length > 0) {
    await viewer.open(
      files.map(({ url, ...file }) => ({ ...file, source: file.isStore ? new URL(url, location.href).href : url })),
    );
  }
  if (view !== undefined) {
    viewer.openView(view);
    // Options change what a saved view says.
    setAttributes(viewer, attributes);
  }
  if (location.hash.startsWith(HASH)) await viewer.openShared(location.hash.slice(HASH.length)).catch(() => undefined);
  followView(viewer);
}

function setAttributes(viewer: TilecastViewer, attributes: ServedInputs['attributes']): void {
  for (const [name, value] of Object.entries(attributes)) viewer.setAttribute(name, value);
}

/** Keeps the view in the address, so that it can be copied and found again after a reload. */
function followView(viewer: TilecastViewer): void {
  let isWaiting = false;
  viewer.addEventListener('change', () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      void viewer.share().then((text) => history.replaceState(null, '', HASH + text));
    }, ADDRESS_EVERY_MS);
  });
}

void start();
