/** The viewer as one script, for pages that are saved. */
import { InputError } from '../index.js';
import { INPUTS_ID } from '../viewer-page/page-inputs.js';

/** @throws InputError where the viewer's files are not all there. */
export async function readPageScript(): Promise<string> {
  // A saved page has it inside.
  const inside = document.getElementById(INPUTS_ID)?.parentElement?.querySelector('script[type="module"]')?.textContent;
  if (inside) return inside;
  // Chunks and entries of the package lie at the same depth.
  const address = new URL('../viewer/saved-page.js', import.meta.url);
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) throw new InputError(`the page's script, ${address.pathname}, is not beside the viewer's others`);
  return response.text();
}
