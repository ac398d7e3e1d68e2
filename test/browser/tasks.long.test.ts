/**
 * What people do every day, on a page in a real browser: people who read scans, people at microscopes, people who build pages.
 * With TILECAST_TASK_PICTURES=FOLDER each task leaves a picture.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { DEVELOPER } from './tasks/developer-tasks.js';
import { EVERYDAY } from './tasks/everyday-tasks.js';
import { FURTHER } from './tasks/further-tasks.js';
import { MICROSCOPIST } from './tasks/microscopist-tasks.js';
import { NEIGHBOURING } from './tasks/neighbouring-tasks.js';
import { RADIOLOGIST, type Tasks } from './tasks/radiologist-tasks.js';
import { READING } from './tasks/reading-tasks.js';
import { SPECIALIST } from './tasks/specialist-tasks.js';
import { makeTaskFiles } from './tasks/task-files.js';
import { TaskPage } from './tasks/task-page.js';
import { useChromium } from './use-chromium.js';

const USERS: Readonly<Record<string, Tasks>> = {
  radiologists: RADIOLOGIST,
  microscopists: MICROSCOPIST,
  developers: DEVELOPER,
  all: FURTHER,
  everyday: EVERYDAY,
  readers: READING,
  specialists: SPECIALIST,
  neighbours: NEIGHBOURING,
};

const used = useChromium(PRESENTING_ARGUMENTS);
let viewer: TaskPage;
beforeAll(async () => {
  const { chromium } = used();
  if (chromium) viewer = await TaskPage.open(chromium, await makeTaskFiles());
}, 60_000);
afterAll(() => viewer?.close());

it('are many', () => {
  expect(Object.values(USERS).flatMap(Object.keys).length).toBeGreaterThanOrEqual(90);
});

describe.each(Object.entries(USERS))('%s', (user, tasks) => {
  it.each(Object.entries(tasks))(
    '%s',
    async (name, run) => {
      const { chromium, problem } = used();
      if (!chromium) throw new Error(problem);
      try {
        await run(viewer);
      } finally {
        await viewer.picture(`${user} ${name}`.replaceAll(/\W+/g, '-'));
      }
    },
    60_000,
  );
});
