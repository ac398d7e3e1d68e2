/** Lines about servers that are slow and go on. */
import { expect, it } from 'vitest';
import { noteSlowServer, tellSlowServers } from '../../../src/node/read/slow-servers.js';

it('are said with what has come, unless the server is fast', () => {
  const lines: string[] = [];
  const pace = { origin: 'https://host', bytesPerSecond: 16_384, doneBytes: 655_360 };
  noteSlowServer(pace);
  tellSlowServers((line) => lines.push(line));
  noteSlowServer(pace);
  noteSlowServer({ ...pace, bytesPerSecond: 65_536 });
  expect(lines).toEqual(['https://host: sends 16 KiB a second, 640 KiB so far; a copy on disk would spare the wait']);
});
