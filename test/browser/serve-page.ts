/** A web server on this machine for one page and the package's built files, as a page in a test sees them. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
/** Folders that are served; three.js's build is the only library among them. */
const SERVED_FOLDERS = ['dist/', 'volumes/', 'node_modules/three/build/'];

/** Browsers refuse modules of any other type than JavaScript's. */
const CONTENT_TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript' };

export interface PageServer {
  readonly url: string;
  readonly close: () => void;
}

/**
 * Serves `html` at its `url`, and what is in the served folders below it.
 * @param folder whose files are below `files/`.
 */
export async function servePage(html: string, folder?: string): Promise<PageServer> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    if (pathname === '/') {
      response.setHeader('content-type', 'text/html').end(html);
      return;
    }
    try {
      if (folder !== undefined && pathname.startsWith('/files/')) {
        response.end(await readFile(join(folder, basename(pathname))));
        return;
      }
      if (!SERVED_FOLDERS.some((folder) => pathname.startsWith(`/${folder}`))) throw new Error('is not served');
      const bytes = await readFile(join(ROOT, pathname));
      response.setHeader('content-type', CONTENT_TYPES[extname(pathname)] ?? 'application/octet-stream').end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
