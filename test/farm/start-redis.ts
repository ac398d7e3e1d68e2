/** A Redis server of a test's own, where Redis is installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;

const START_MS_MAX = 60_000;

export interface RedisServer {
  readonly url: string;
  /** Kills it, and starts it again with what it had written. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-redis-'));
  const port = await findPort();
  let server = await start(port, folder);
  const kill = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    restart: async () => {
      await kill();
      server = await start(port, folder);
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(port: number, folder: string): Promise<ChildProcess> {
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...durable];
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((ready, fail) => {
    const giveUp = setTimeout(
      () => fail(new Error(`redis-server is not ready in ${START_MS_MAX / 1000} s`)),
      START_MS_MAX,
    );
    server.once('exit', (code) => fail(new Error(`redis-server ends with ${code}; is port ${port} taken?`)));
    server.stdout.on('data', (chunk) => {
      if (!String(chunk).includes('Ready to accept')) return;
      clearTimeout(giveUp);
      server.removeAllListeners('exit');
      ready();
    });
  });
  return server;
}

/** A port of this machine that nobody listened on a moment ago. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
