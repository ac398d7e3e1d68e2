/** A line of some delay and some bits per second between a browser and a server of this machine, which counts what goes through it. */
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

export interface LineOptions {
  /** The server's port on 127.0.0.1. */
  readonly port: number;
  /** There and back. */
  readonly roundTripMs: number;
  /** Bandwidth of each direction, all connections together. */
  readonly bitsPerSecond: number;
}

export interface SlowLine {
  readonly port: number;
  /** Bytes that the server sent. */
  readonly receivedBytes: () => number;
  readonly close: () => void;
}

export async function openSlowLine({ port, roundTripMs, bitsPerSecond }: LineOptions): Promise<SlowLine> {
  const [up, down] = [createDirection(), createDirection()];
  const server = createServer((near) => {
    const far = createConnection({ port, host: '127.0.0.1' });
    up.carry(near, far);
    down.carry(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    receivedBytes: () => down.bytes(),
    close: () => server.close(),
  };

  /** Pieces leave one after another, each as long after it came as the line is, and as many as it has room for. */
  function createDirection() {
    let freeMs = 0;
    let bytes = 0;
    return {
      bytes: () => bytes,
      carry: (from: Socket, to: Socket) => {
        // Timers of other lengths may pass each other; what is sent must not.
        let sent = Promise.resolve();
        const later = (work: () => void, atMs: number) => {
          const arrived = new Promise((resolve) => setTimeout(resolve, atMs - performance.now()));
          sent = sent.then(() => arrived).then(work);
        };
        from.setNoDelay(true);
        from.on('data', (piece: Buffer) => {
          bytes += piece.length;
          freeMs = Math.max(freeMs, performance.now()) + (8000 * piece.length) / bitsPerSecond;
          // What waits for the line is no more than a second of it.
          if (freeMs - performance.now() > 1000) from.pause();
          later(
            () => {
              to.write(piece);
              from.resume();
            },
            freeMs + roundTripMs / 2,
          );
        });
        from.on('end', () => later(() => to.end(), Math.max(freeMs, performance.now()) + roundTripMs / 2));
        from.on('error', () => to.destroy());
      },
    };
  }
}
