/** Opens a test's page, and reads what it reports. */
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { LONGEST_WAIT_MS } from './longest-wait.js';
import { servePage } from './serve-page.js';

export interface Opened<Report> {
  readonly page: Page;
  readonly report: Report;
}

/**
 * Serves `html` until the test ends, and waits until its `output` holds JSON.
 * @throws the assertion's error, if the report is an `error`.
 */
export async function openReport<Report>(browser: Browser, html: string): Promise<Opened<Report>> {
  const server = await servePage(html);
  onTestFinished(server.close);
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(server.url);
  const output = page.locator('output:not(:empty)');
  await output.waitFor({ state: 'attached', timeout: LONGEST_WAIT_MS });
  const report = JSON.parse((await output.textContent())!) as Report & { readonly error?: string };
  expect(report.error).toBeUndefined();
  return { page, report };
}
