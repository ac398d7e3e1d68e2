/**
 * What people do every day, on a page in a real browser, as tests: people who read scans, people at microscopes, people who build pages.
 * With TILECAST_TASK_PICTURES=FOLDER each task leaves a picture.
 */
import { describe, it } from 'vitest';
import type { TaskPage } from './task-page.js';
import { useTaskPage } from './use-task-page.js';

/** Tasks by their names, each done on the page that all tasks of a user share. */
export type Tasks = Readonly<Record<string, (v: TaskPage) => Promise<unknown>>>;

export function describeTasks(user: string, tasks: Tasks): void {
  const page = useTaskPage();
  describe(user, () => {
    it.each(Object.entries(tasks))('%s', async (name, run) => {
      const viewer = page();
      try {
        await run(viewer);
      } finally {
        await viewer.picture(`${user} ${name}`.replaceAll(/\W+/g, '-'));
      }
    });
  });
}
