/** A folder for what the tests of a run share, which is there until the last of them has ended. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    scratch: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tilecast-tests-'));
  project.provide('scratch', folder);
  // Browsers that end write on in their profiles for a moment.
  return () => rm(folder, { recursive: true, maxRetries: 10, retryDelay: 200 });
}
