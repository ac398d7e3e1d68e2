// GET /head.png?azimuth=30&size=256 answers with a picture; one device and one volume serve all requests.
import express from 'express';
import { orbit } from 'tilecast';
import { createRenderer, encodePng, loadVolume } from 'tilecast/node';

const volume = await loadVolume(process.env.VOLUME ?? 'volumes/head-phantom.nrrd');
const renderer = await createRenderer();
const { camera } = await renderer.render({ volume, width: 16, height: 16 });

const app = express();
app.get('/head.png', async (request, response) => {
  const azimuthDegrees = Number(request.query.azimuth ?? 0);
  const size = Number(request.query.size ?? 256);
  if (!Number.isFinite(azimuthDegrees) || !(size >= 16 && size <= 1024)) {
    response.status(400).send('azimuth must be a number, and size one from 16 to 1024\n');
    return;
  }
  const aborter = new AbortController();
  response.on('close', () => aborter.abort());
  const frame = await renderer.render({
    volume,
    camera: orbit(camera, { azimuthDegrees }),
    width: Math.round(size),
    height: Math.round(size),
    signal: aborter.signal,
  });
  response.type('png').send(Buffer.from(encodePng(frame)));
});
const server = app.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/head.png`);
});
