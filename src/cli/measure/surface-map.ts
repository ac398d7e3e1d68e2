/** A mesh coloured by a measurement: as a picture with a legend, and as PLY. */
import {
  boundingBox,
  boxCorners,
  colorMapTransfer,
  colorValues,
  createMesh,
  drawOverlays,
  type EvenBackground,
  type Frame,
  fitPoints,
  type Gpu,
  IDENTITY_AFFINE,
  type Mesh,
  Renderer,
  type TransferFunction,
  type ValueRange,
  type ViewName,
  viewDirection,
  withoutColors,
  writePly,
} from '../../index.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { findColorRange } from '../../recipe/scene/meshes/value-range.js';
import { say } from '../say.js';
import type { SurfaceMap } from './answers.js';

const COLOR_MAP = 'viridis';
const DIVERGING_COLOR_MAP = 'cool-warm';

/** Fraction of the image, for the legend. */
const MARGIN = 0.12;

export interface MapPicture {
  readonly view: ViewName;
  readonly width: number;
  readonly height: number;
  readonly background: EvenBackground;
}

/** @param range Where the colours begin and end; by default at the ends of the values. */
export function colorSurface(mesh: Mesh, map: SurfaceMap, range: ValueRange | undefined) {
  const found = range ? { range, note: undefined } : findColorRange(map.name, map.values, map.diverging);
  if (found.note !== undefined) say(found.note);
  const transfer = colorMapTransfer(map.diverging ? DIVERGING_COLOR_MAP : COLOR_MAP, found.range);
  const colors = colorValues(map.values, transfer);
  const bare = withoutColors(mesh);
  const colored = createMesh({
    ...bare,
    ...(map.at === 'vertices' ? { vertexColors: colors } : { faceColors: colors }),
  });
  return { mesh: colored, transfer };
}

export async function drawSurfaceMap(
  gpu: Gpu,
  { mesh, transfer }: { readonly mesh: Mesh; readonly transfer: TransferFunction },
  title: string,
  { view, background, ...size }: MapPicture,
): Promise<Frame> {
  const renderer = new Renderer(gpu);
  const camera = fitPoints(boxCorners(boundingBox(mesh)), viewDirection(view, IDENTITY_AFFINE), {
    aspect: size.width / size.height,
    margin: MARGIN,
  });
  const frame = await renderer.render({ meshes: [{ mesh }], background }, camera, size);
  renderer.destroy();
  await drawOverlays(frame.pixels, size.width, size.height, { colorBar: { transfer, title } });
  return frame;
}

/** The mesh with the values as a property of its vertices. */
export async function plyOf(mesh: Mesh, { name, values, at }: SurfaceMap): Promise<readonly Uint8Array[]> {
  if (at !== 'vertices') fail('--format ply: has numbers at vertices; add --at vertices');
  const added = { name, on: 'vertices', values } as const;
  return (await writePly({ ...mesh, values: [...(mesh.values ?? []), added] })).pieces;
}
