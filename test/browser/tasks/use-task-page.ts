/** One page with a viewer and the tasks' files for all tests of a suite. */
import { afterAll, beforeAll } from 'vitest';
import { PRESENTING_ARGUMENTS } from '../start-chromium.js';
import { useChromium } from '../use-chromium.js';
import { makeTaskFiles } from './task-files.js';
import { TaskPage } from './task-page.js';

/** Returns the page from `beforeAll` on. @throws Error saying why there is none. */
export function useTaskPage(): () => TaskPage {
  const used = useChromium(PRESENTING_ARGUMENTS);
  let viewer: TaskPage | undefined;
  beforeAll(async () => {
    const { chromium } = used();
    if (chromium) viewer = await TaskPage.open(chromium, await makeTaskFiles());
  });
  afterAll(() => viewer?.close());
  return () => {
    if (!viewer) throw new Error(used().problem);
    return viewer;
  };
}
