/** The text of saved pages: whatever is in names and scripts stays where it belongs. */
import { createHash } from 'node:crypto';
import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { formatPage } from '../../src/viewer-page/format-page.js';
import { INPUTS_ID, type PageInputs, PICTURE_ID } from '../../src/viewer-page/page-inputs.js';
import { HOSTILE_NAMES } from '../hostile-names.js';

const SCRIPT = 'const a = "</script><script>alert(1)</script>", b = "<!-- <script>"; export { a, b };';
const VIEW = '{"version":1,"title":"</script><b>"}';

const bytesOf = (url: string) => Buffer.from(url.replace(/^data:[^,]*,/, ''), 'base64');

async function openPage(title: string) {
  // Longer than the pieces in which bytes become text, and no multiple of three.
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7919) >> 3);
  const files = [
    { name: title, bytes },
    { name: 'labels.nrrd', bytes: Uint8Array.of(1, 2), isMask: true },
  ];
  const pieces = await formatPage({ title, script: SCRIPT, files, view: VIEW, picture: Uint8Array.of(137, 80) });
  const text = pieces.join('');
  const { document } = parseHTML(text);
  return { text, document, bytes, inputs: JSON.parse(document.getElementById(INPUTS_ID)!.textContent!) as PageInputs };
}

it.each(HOSTILE_NAMES.map((name) => [name]))('keeps %j as text', async (name) => {
  const { document, inputs, bytes } = await openPage(name);
  expect(document.querySelectorAll('script')).toHaveLength(2);
  expect(document.querySelectorAll('body > *')).toHaveLength(3);
  const [file, mask] = inputs.files;
  expect(file).toMatchObject({ name, input: name, sizeBytes: bytes.length });
  expect(bytesOf(file!.url).equals(bytes)).toBe(true);
  expect(mask).toMatchObject({ isMask: true, sizeBytes: 2 });
  expect(inputs.view).toBe(VIEW);
});

it('allows its own script alone', async () => {
  const { text, document } = await openPage('scan');
  const script = document.querySelector('script[type=module]')!.textContent!;
  const policy = document.querySelector('meta[http-equiv]')!.getAttribute('content')!;
  expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(policy).toContain("default-src 'none'");
  expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\//);
  const meaning = new Function(`${script.replace(/export .*/, '')} return [a, b];`)();
  expect(meaning).toEqual(['</script><script>alert(1)</script>', '<!-- <script>']);
  expect(document.getElementById(PICTURE_ID)!.getAttribute('src')).toBe('data:image/png;base64,iVA=');
});
