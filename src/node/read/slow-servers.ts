/** Reports the pace of servers that are slow, but not too slow to wait for. */
import type { ServerPace } from '../../index.js';

/** Bytes per second from which nothing is said. */
const FAST_PACE = 2 ** 16;

let tell: ((line: string) => void) | undefined;

/** Has lines about slow servers go to `listener` from now on; a library's caller is told nothing. */
export function tellSlowServers(listener: (line: string) => void): void {
  tell = listener;
}

/** Says the pace of a server, and what has come, unless it is fast. */
export function noteSlowServer({ origin, bytesPerSecond, doneBytes }: ServerPace): void {
  if (bytesPerSecond >= FAST_PACE) return;
  const pace = `sends ${kib(bytesPerSecond)} KiB a second, ${kib(doneBytes)} KiB so far`;
  tell?.(`${origin}: ${pace}; a copy on disk would spare the wait`);
}

const kib = (bytes: number) => Math.round(bytes / 1024);
