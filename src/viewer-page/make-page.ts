/** The viewer, what it shows and a picture as one file, no larger than asked, with lines that say what is in it. */
import { adaptView, SELECTING } from './adapt-view.js';
import { formatPage } from './format-page.js';
import { type PageInput, packInputs, toMib } from './pack-inputs.js';

export interface PageParts {
  readonly title: string;
  /** The viewer as one script, `dist/viewer/saved-page.js`. */
  readonly script: string;
  readonly inputs: readonly PageInput[];
  /** The recipe of the view as JSON. */
  readonly view: string | undefined;
  /** The element's attributes. */
  readonly attributes: Readonly<Record<string, string>>;
  /** A PNG of the view. */
  readonly picture: Uint8Array;
}

export interface MadePage {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly sizeBytes: number;
  /** The sizes of its parts, in MiB. */
  readonly contents: string;
  /** Lines about volumes that are not held as they are. */
  readonly notes: readonly string[];
}

/** Bytes of the largest page, unless another size is asked for: what fits into most mails. */
export const PAGE_BYTES = 32 * 2 ** 20;

/** Base64 writes three bytes as four. */
const BASE64 = 4 / 3;

/**
 * @param bytesMax of the whole page.
 * @throws InputError where meshes alone have more, or the view counts voxels that the page has fewer of.
 */
export async function makePage(parts: PageParts, bytesMax: number): Promise<MadePage> {
  const { title, script, inputs, view, attributes, picture } = parts;
  const packed = await packInputs(inputs, (bytesMax - script.length) / BASE64 - picture.length);
  const left = Object.entries(attributes).filter(([name]) => !(packed.isConverted && SELECTING.includes(name)));
  const texts = await formatPage({
    title,
    script,
    files: packed.files,
    view: view && adaptView(view, packed),
    attributes: Object.fromEntries(left),
    picture,
  });
  const pieces = texts.map((text) => new TextEncoder().encode(text));
  const held = packed.files.map(({ name, bytes }) => `${name} ${toMib(bytes.length)}`).join(', ');
  return {
    pieces,
    sizeBytes: pieces.reduce((sum, { length }) => sum + length, 0),
    contents: `${held}, the viewer ${toMib(script.length)}, a picture ${toMib(picture.length)}`,
    notes: packed.notes,
  };
}
