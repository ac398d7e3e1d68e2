/** Views as short texts for addresses: what of a document differs from the defaults, rounded, compressed. */
import { InputError } from '../../index.js';
import { encodeBase64, inflateRawStart, parseJson } from '../../lab.js';
import { pickSelection, type SelectionTexts } from '../data/files/selection.js';
import { LAYOUTS, type ViewerLayout } from '../preferences.js';
import { DOCUMENT_DEFAULTS, type ViewerDocument } from './document.js';
import { parseViewerDocument } from './parse-document.js';

/** The start of an address's fragment that holds a view. */
export const SHARE_HASH = '#view=';

/** The name in messages. */
const NAME = 'the view in the address';

/** Digits of a number: a pixel of a large screen is a few thousandths of a view. */
const DIGITS = 6;

/** Addresses are a few kilobytes long, and views some more once they are inflated. */
const [TEXT_LENGTH_MAX, SHARED_BYTES_MAX] = [1 << 16, 1 << 20];

/** A document, and what of the files it shows. */
export interface SharedView {
  readonly document: ViewerDocument;
  readonly selection: SelectionTexts;
  /** Undefined in addresses that are older than layouts in them. */
  readonly layout?: ViewerLayout | undefined;
}

/** A text of letters, digits, - and _ alone. */
export async function formatShare({ document, selection, layout }: SharedView): Promise<string> {
  const { measurements, ...view } = document;
  const changed = Object.entries({ ...view, ...(measurements.length > 0 && { measurements }) }).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(DOCUMENT_DEFAULTS[name as keyof ViewerDocument]),
  );
  const files = Object.keys(selection).length > 0 ? { files: selection } : {};
  const text = JSON.stringify({ ...Object.fromEntries(changed), ...files, layout }, (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value,
  );
  const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @throws InputError for a text that `formatShare` did not make. */
export async function parseShare(text: string): Promise<SharedView> {
  if (text.length > TEXT_LENGTH_MAX) throw new InputError(`the view in the address is longer than any that is shared`);
  let shared: { readonly files?: unknown; readonly layout?: unknown };
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const inflated = await inflateRawStart(bytes, SHARED_BYTES_MAX + 1);
    if (inflated.length > SHARED_BYTES_MAX) throw new InputError('it is longer than any that is shared');
    shared = Object(parseJson(new TextDecoder().decode(inflated)));
  } catch (cause) {
    throw new InputError('the view in the address cannot be read; copy the whole address', { cause });
  }
  const { files, layout: given, ...viewer } = shared;
  const layout = LAYOUTS.find((known) => known === given);
  const document = parseViewerDocument(JSON.stringify({ viewer }), NAME);
  return { document, selection: pickSelection(Object(files)), ...(layout && { layout }) };
}

async function pipe(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
