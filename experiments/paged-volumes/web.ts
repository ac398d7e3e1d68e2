/** Counts what comes over a slow line until a store's first, its coarse and its exact picture are there. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import {
  boundingSphere,
  computeStatistics,
  corners,
  createTransferFunction,
  defaultTransfer,
  fetchKeys,
  fitCamera,
  openPagedVolume,
  openStore,
  previewScene,
  Renderer,
  readLevel,
  type Store,
} from 'tilecast';
import { type AdapterChoice, diskKeys, openGpu } from 'tilecast/node';
import { makeVolume } from './make-volume.js';
import { option, round, runTilecast } from './run-tilecast.js';

const LATENCY_MS = 20;
const MBIT_PER_SECOND = 100;
const side = Number(option('side') ?? 512);
const folder = option('folder') ?? '/tmp';
const results = option('results') ?? join(import.meta.dirname, 'results-web.json');
const path = join(folder, `web-${side}.zarr`);

if (!existsSync(path)) {
  const flat = join(folder, `web-${side}.nrrd`);
  await makeVolume(flat, side);
  await runTilecast(['convert', flat, '-o', path]);
}

/** A certificate that this process alone trusts. */
function makeCertificate() {
  const [key, cert] = [join(folder, 'web-key.pem'), join(folder, 'web-cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';

/** A server at the end of one line, that every answer waits for. */
const served = { requests: 0, bytes: 0, lineFreeMs: 0 };
/** Their bytes are those on the line, with all that HTTP and TLS add. */
const sockets = new Set<Socket>();
const bytesOnLine = () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
const keys = diskKeys(path);
const server = createServer(makeCertificate(), async ({ url = '', headers }, response) => {
  served.requests++;
  const [, first, last] = /^bytes=(\d*)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const range = first
    ? { offset: Number(first), length: Number(last) - Number(first) + 1 }
    : { suffixLength: Number(last) };
  const bytes = (await (last ? keys.getRange(url, range) : keys.get(url))) ?? new Uint8Array();
  served.bytes += bytes.length;
  const begins = Math.max(performance.now() + LATENCY_MS, served.lineFreeMs);
  served.lineFreeMs = begins + (8 * bytes.length) / (1000 * MBIT_PER_SECOND);
  await new Promise((resolve) => setTimeout(resolve, served.lineFreeMs - performance.now()));
  const total = last && bytes.length > 0 ? statSync(join(path, url)).size : 0;
  const start = 'offset' in range ? range.offset : total - bytes.length;
  response.writeHead(bytes.length === 0 ? 404 : last ? 206 : 200, {
    'Content-Range': `bytes ${start}-${start + bytes.length - 1}/${total}`,
  });
  response.end(bytes);
});
server.on('connection', (socket: Socket) => sockets.add(socket));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

const colors = [{ value: 0, color: '#ffe6cc' }];
const unit = 512 / side;
const LOOKS = {
  sparse: createTransferFunction({
    colors,
    unit,
    opacities: [
      { value: 10_000, opacity: 0 },
      { value: 14_000, opacity: 0.5 },
    ],
  }),
  fog: createTransferFunction({
    colors,
    unit,
    opacities: [
      { value: 0, opacity: 0 },
      { value: 40_000, opacity: 0.02 },
    ],
  }),
};
const withoutRanges = (store: Store): Store => ({
  ...store,
  levels: store.levels.map((level) => ({ ...level, readRanges: undefined })) as unknown as Store['levels'],
});

const gpu = await openGpu({ adapter: (option('adapter') ?? 'auto') as AdapterChoice });
const size = { width: 512, height: 512, quality: 'plain' } as const;
const rows = [];
for (const [name, transfer] of Object.entries(LOOKS)) {
  for (const hasRanges of [true, false]) {
    Object.assign(served, { requests: 0, bytes: 0, lineFreeMs: 0 });
    const startMs = performance.now();
    const startBytes = bytesOnLine();
    const tell = () => ({
      seconds: round((performance.now() - startMs) / 1000),
      mib: round(served.bytes / 2 ** 20),
      lineMib: round((bytesOnLine() - startBytes) / 2 ** 20),
      requests: served.requests,
    });
    const renderer = new Renderer(gpu);
    const opened = await openStore(fetchKeys(address));
    const store = hasRanges ? opened : withoutRanges(opened);
    const volume = await readLevel(store, store.levels.at(-1)!);
    const camera = fitCamera(
      boundingSphere(corners(volume)),
      { forward: [0.4, 0.8, -0.3], up: [0, 0, 1] },
      { aspect: 1 },
    );
    await renderer.render({ volume, transfer: defaultTransfer(computeStatistics(volume)) }, camera, size);
    const first = tell();
    const pages = await openPagedVolume(store);
    const scene = { volume: pages.preview, pages, transfer };
    await renderer.render(previewScene(scene), camera, size);
    const coarse = tell();
    const { stats } = await renderer.render(scene, camera, size);
    const { pagesLoaded, chunksRead, rounds } = stats.paging!;
    rows.push({ name, hasRanges, first, coarse, exact: tell(), pagesLoaded, chunksRead, rounds });
    renderer.destroy();
  }
}
writeFileSync(
  results,
  `${JSON.stringify({ adapter: gpu.adapterName, side, latencyMs: LATENCY_MS, mbitPerSecond: MBIT_PER_SECOND, rows }, null, 2)}\n`,
);
gpu.destroy();
server.close();
server.closeAllConnections();
