/** One process serves the local queue, however many want to, and another one once it is dead. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isServed, takeServerLock } from '../../../src/farm/local/server-lock.js';
import { makeFolder } from '../../cli/run-cli.js';

const PROCESSES = 6;
const ROUNDS = 10;

describe('the lock of the local queue', () => {
  let sleepers: ChildProcess[] = [];
  beforeAll(() => {
    sleepers = Array.from({ length: PROCESSES }, () => spawn('sleep', ['600']));
  });
  afterAll(() => {
    for (const sleeper of sleepers) sleeper.kill('SIGKILL');
  });
  const pids = () => sleepers.map(({ pid }) => pid!);

  it('goes to one of several that ask at once, after one that died', async () => {
    const folder = makeFolder();
    for (let round = 0; round < ROUNDS; round++) {
      const taken = await Promise.all(pids().map((pid) => takeServerLock(folder, pid)));
      expect(taken.filter(Boolean), `round ${round}`).toHaveLength(1);
      expect(await isServed(folder)).toBe(true);
      expect(readdirSync(folder)).toEqual([`server-${round + 1}.pid`]);
      const winner = sleepers[taken.indexOf(true)]!;
      winner.kill('SIGKILL');
      await once(winner, 'exit');
      expect(await isServed(folder)).toBe(false);
      sleepers = sleepers.map((one) => (one === winner ? spawn('sleep', ['600']) : one));
    }
  });

  it('is not held by another process that was given the id of a dead one', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'server-7.pid'), `${pids()[0]} 1`);
    expect(await isServed(folder)).toBe(process.platform !== 'linux');
    expect(await takeServerLock(folder, pids()[1])).toBe(process.platform === 'linux');
  });
});
