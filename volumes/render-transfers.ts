/** Renders the head phantom with every named transfer function, for the page that shows them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  boundingSphere,
  computeStatistics,
  corners,
  createShading,
  fitCamera,
  NAMED_TRANSFERS,
  orbit,
  Renderer,
  viewDirection,
} from 'tilecast';
import { encodePng, openGpu, readVolumeFile, writeWholeFile } from 'tilecast/node';

const SIZE = 144;
const FOLDER = join(import.meta.dirname, 'transfers');

const { volume } = await readVolumeFile(join(import.meta.dirname, 'head-phantom.nrrd'));
const gpu = await openGpu();
const renderer = new Renderer(gpu);
const statistics = computeStatistics(volume);
const front = fitCamera(boundingSphere(corners(volume)), viewDirection('anterior', volume.indexToWorld), {
  aspect: 1,
  zoom: 1.5,
});
const camera = orbit(front, { azimuthDegrees: 25, elevationDegrees: 8 });

await mkdir(FOLDER, { recursive: true });
const rows: string[] = [];
for (const { name, aliases, kind, description, mode, create } of NAMED_TRANSFERS) {
  const transfer = create({ statistics: () => statistics });
  const scene = {
    volume,
    transfer,
    ...(mode && { mode }),
    ...(transfer.shading && mode !== 'mip' && { shading: createShading(transfer.shading) }),
  };
  const options = { width: SIZE, height: SIZE, samplesPerPixel: 4 };
  await writeWholeFile(join(FOLDER, `${name}.png`), encodePng(await renderer.render(scene, camera, options)));
  rows.push(`| ![${name}](${name}.png) | \`${name}\` | ${aliases.join(', ')} | ${kind} | ${description} |`);
}
gpu.destroy();

const page = `# Transfer functions by name

\`tilecast render scan.nrrd --transfer NAME\` takes these; \`npm run volumes\` makes this page. Presets are 3D Slicer's, from the
\`presets.xml\` of its volume rendering module. CT presets are in Hounsfield units, others in a scanner's own values, for which
\`--window LO,HI\` stretches them. All pictures are of the head phantom, so presets for other parts of the body, or for MR, show
less than they could.

| picture | name | other names | kind | what it shows |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
await writeFile(join(FOLDER, 'README.md'), page);
