/** A process of tilecast that another one watches: ended from outside however busy its threads are, it leaves nothing behind. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { UnfinishedChange } from '../../node/write/unfinished.js';
import { DESCRIPTORS, WATCHED } from './watch-contract.js';

/** Reports that were written last may be on their way yet. */
const DRAIN_MS = 200;

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export class WatchedProcess {
  readonly child: ChildProcess;
  /** Resolves once it has ended, whyever. */
  readonly ended: Promise<ProcessEnd>;
  /** Paths of what it has begun. */
  readonly #unfinished = new Set<string>();
  readonly #drained: Promise<unknown>;

  /** @param args of Node: its options, the script and what that takes. @param stdio of the first descriptors, and others behind ours. */
  constructor(args: readonly string[], [stdin, stdout, stderr, ...others]: readonly ('inherit' | 'ignore' | 'ipc')[]) {
    const stdio: StdioOptions = [stdin!, stdout!, stderr!, 'pipe', 'pipe', ...others];
    this.child = spawn(process.execPath, args, {
      stdio,
      env: { ...process.env, [WATCHED]: '1' },
      // Pictures are bytes, which JSON has no form for.
      serialization: 'advanced',
      // A group of its own: keys of the terminal reach the one that watches, which passes on what it gets.
      detached: process.platform !== 'win32',
    });
    this.ended = new Promise((end, fail) => {
      this.child.once('exit', (code, signal) => end({ code, signal }));
      this.child.once('error', fail);
    });
    this.#drained = this.#listen(this.child.stdio[DESCRIPTORS.reports] as Readable | null);
    this.child.stdio[DESCRIPTORS.life]?.on('error', () => undefined);
  }

  /** Ends it at once, and removes what it had begun. */
  async kill(): Promise<void> {
    this.#endGroup();
    await this.ended;
    await this.clean();
  }

  /** Kills the process when this one is about to end, and waits for nothing. */
  killAtExit(): void {
    this.#endGroup();
    this.#remove();
  }

  /** Removes what it had begun and not finished when it ended. */
  async clean(): Promise<void> {
    await Promise.race([this.#drained, new Promise((next) => setTimeout(next, DRAIN_MS).unref())]);
    this.#remove();
  }

  /** The process, and what it has started. */
  #endGroup(): void {
    const { pid } = this.child;
    if (pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // The process has just ended by itself.
    }
  }

  #remove(): void {
    for (const path of this.#unfinished) {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // The rest must go too.
      }
    }
    this.#unfinished.clear();
  }

  /** @param reports null where no process started. */
  async #listen(reports: Readable | null): Promise<void> {
    if (!reports) return;
    let text = '';
    reports.setEncoding('utf8');
    try {
      for await (const piece of reports) {
        const lines = (text + piece).split('\n');
        text = lines.pop()!;
        for (const line of lines) this.#hear(JSON.parse(line));
      }
    } catch {
      // The process was killed while it wrote.
    }
  }

  #hear({ path, isUnfinished }: UnfinishedChange): void {
    if (isUnfinished) this.#unfinished.add(resolve(path));
    else this.#unfinished.delete(resolve(path));
  }
}
