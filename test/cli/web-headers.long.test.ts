/** Headers for servers as the command line sends them: who gets them, and that nothing else ever shows them. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveListener } from '../serve-listener.js';
import { runBeside } from './run-beside.js';
import { makeFolder, SAMPLE } from './run-cli.js';

const SECRET = 'Bearer abc.def-0123456789';
const sample = readFileSync(SAMPLE);

/** Gives the sample to whoever has the token, and quotes that of others. */
const guarded: RequestListener = ({ headers }: IncomingMessage, response) => {
  if (headers.authorization === SECRET) response.end(sample);
  else response.writeHead(401, `no ${headers.authorization}`).end();
};

it('go to the server of the input, and are in no picture', async () => {
  const origin = await serveListener(guarded);
  const output = join(makeFolder(), 'x.png');
  const header = ['--header', `Authorization: ${SECRET}`];
  const address = `${origin}/head.nrrd?key=hidden-query`;
  const { status, stderr } = await runBeside(['render', address, '-o', output, '--size', '16x16', ...header]);
  expect(stderr).not.toMatch(/abc|hidden/);
  expect(status).toBe(0);
  const picture = readFileSync(output).toString('latin1');
  for (const secret of ['abc.def', 'hidden-query']) expect(picture).not.toContain(secret);
  expect((await runBeside(['info', address, ...header])).status).toBe(0);
  const env = { TILECAST_HTTP_HEADERS: `\nhttp://other.test X-Key: 1\n${origin}/ Authorization: ${SECRET}\n` };
  expect((await runBeside(['info', address], env)).status).toBe(0);
});

it('go to no other server, and stand in no message', async () => {
  const seen: (string | undefined)[] = [];
  const other = await serveListener(({ headers }, response) => {
    seen.push(headers.authorization);
    response.end(sample);
  });
  const origin = await serveListener((_, response) =>
    response.writeHead(302, { location: `${other}/head.nrrd?sig=x` }).end(),
  );
  const header = ['--header', `Authorization: ${SECRET}`];
  expect((await runBeside(['info', `${origin}/a.nrrd`, ...header])).status).toBe(0);
  expect(seen).toEqual([undefined]);
  const wrong = await serveListener((_, response) => response.writeHead(401, `no ${SECRET}`).end());
  const { status, stderr } = await runBeside(['info', `${wrong}/a.nrrd?sig=hidden`, ...header]);
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^tilecast: http:\/\/127\.0\.0\.1:\d+\/a\.nrrd: the server answers 401 no …; check the address/,
  );
  expect(stderr).not.toMatch(/abc|hidden/);
});
