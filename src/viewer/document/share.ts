/** Documents as short texts for addresses: what differs from the defaults, rounded, compressed. */
import { InputError } from '../../index.js';
import { DOCUMENT_DEFAULTS, type ViewerDocument } from './document.js';
import { parseViewerDocument } from './recipe.js';

/** Digits of a number: a pixel of a large screen is a few thousandths of a view. */
const DIGITS = 6;

/** A text of letters, digits, - and _ alone. */
export async function formatShare(document: ViewerDocument): Promise<string> {
  const { measurements, ...view } = document;
  const changed = Object.entries({ ...view, ...(measurements.length > 0 && { measurements }) }).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(DOCUMENT_DEFAULTS[name as keyof ViewerDocument]),
  );
  const text = JSON.stringify(Object.fromEntries(changed), (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value,
  );
  const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @throws InputError for a text that `formatShare` did not make. */
export async function parseShare(text: string): Promise<ViewerDocument> {
  let json: string;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    json = new TextDecoder().decode(await pipe(bytes, new DecompressionStream('deflate-raw')));
  } catch (cause) {
    throw new InputError('the view in the address cannot be read: it is not whole', { cause });
  }
  return parseViewerDocument(`{"viewer":${json}}`, 'the view in the address');
}

async function pipe(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
