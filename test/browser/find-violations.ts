/** What axe finds on a page, in all that is on it now. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that are broken, each with the elements that break it. */
export async function findViolations(page: Page): Promise<readonly [string, readonly string[]][]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const violations = (await page.evaluate(
    `(async () => (await axe.run(document, { resultTypes: ['violations'] })).violations)()`,
  )) as readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
