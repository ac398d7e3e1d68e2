/** The viewer with its data and a picture as one HTML file, which opens without a server or a network. */
import { encodeBase64 } from '../lab.js';
import { INPUTS_ID, type PageFile, type PageInputs, PICTURE_ID } from './page-inputs.js';

export interface SavedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isMask?: boolean;
}

export interface SavedPage {
  readonly title: string;
  /** The viewer as one script, `dist/viewer/saved-page.js`. */
  readonly script: string;
  readonly files: readonly SavedFile[];
  readonly view?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>>;
  /** A PNG of the view, for browsers without WebGPU and readers without scripts. */
  readonly picture: Uint8Array;
}

/**
 * The pieces of the page's text, since one string of all could be longer than engines allow. The page runs its own script alone and
 * asks no server for anything.
 */
export async function formatPage(page: SavedPage): Promise<string[]> {
  const { title, files, view, attributes = {}, picture } = page;
  const script = closedInto(page.script);
  const alt = `${title}, as the viewer shows it at first`;
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n',
    `<meta http-equiv="content-security-policy" content="${policyOf(await digest(script))}">\n`,
    `<title>${quote(title)}</title>\n<link rel="icon" href="data:,">\n</head>\n<body>\n`,
    `<img id="${PICTURE_ID}" alt="${quote(alt)}" src="data:image/png;base64,`,
    encodeBase64(picture),
    `">\n<script type="application/json" id="${INPUTS_ID}">`,
    ...formatInputs({ view, attributes }, files),
    '</script>\n<script type="module">',
    script,
    '</script>\n</body>\n</html>\n',
  ];
}

/** The inputs as JSON, the bytes of each file in a piece of its own. */
function formatInputs(others: Omit<PageInputs, 'files'>, files: readonly SavedFile[]): string[] {
  const list = files.flatMap(({ name, bytes, isMask }, index) => {
    const file: Omit<PageFile, 'url'> = { name, input: name, sizeBytes: bytes.length, ...(isMask && { isMask }) };
    const start = `${index === 0 ? '' : ','}${inside({ ...file })},"url":"data:application/octet-stream;base64,`;
    return [start, encodeBase64(bytes), '"}'];
  });
  return [`${inside(others)},"files":[`, ...list, ']}'];
}

/** An object as JSON that goes on, and that ends no element. */
const inside = (value: object) => JSON.stringify(value).slice(0, -1).replaceAll('<', '\\u003c');

/** A script's text that no element ends early. */
const closedInto = (script: string) => script.replace(/<(?=\/script|!--)/gi, '\\x3c');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const quote = (text: string) => text.replace(/[&<"]/g, (character) => ESCAPES[character]!);

async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return encodeBase64(new Uint8Array(hash));
}

const policyOf = (hash: string) =>
  [
    "default-src 'none'",
    `script-src 'sha256-${hash}' 'wasm-unsafe-eval'`,
    'img-src blob: data:',
    'connect-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html tilecast-workers',
  ].join('; ');
