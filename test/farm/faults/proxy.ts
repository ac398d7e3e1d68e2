/** A network between a queue's server and its clients that can be cut, or lose all that is sent. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  readonly port: number;
  /** Ends all connections, and refuses others. */
  readonly cut: () => void;
  /** Keeps connections open, on which nothing arrives. */
  readonly stall: () => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

export async function openProxy(serverPort: number): Promise<Proxy> {
  const open = new Set<Socket>();
  let state: 'open' | 'stalled' | 'cut' = 'open';
  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(serverPort, '127.0.0.1');
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      open.add(from);
      from.on('data', (bytes) => state === 'open' && to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    cut: () => {
      state = 'cut';
      endAll();
    },
    stall: () => {
      state = 'stalled';
    },
    mend: () => {
      state = 'open';
    },
    close: async () => {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
