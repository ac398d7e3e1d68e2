/** The camera that the options of `tilecast render` ask for. */
import {
  type Affine,
  boundingSphere,
  type Camera,
  cameraBasis,
  createCamera,
  fitCamera,
  fitPoints,
  type OrbitOptions,
  orbit,
  parseCamera,
  type Vec3,
  type ViewDirection,
  type ViewName,
  viewDirection,
} from '../../../index.js';
import { parseViewName } from '../../../lab.js';
import { readInputText } from '../../../node/index.js';
import { fail, optional, parseChoice, parseNumber, parsePositive, parseVec3 } from '../../../options/parse-options.js';
import type { RenderArguments } from '../render-options.js';

const PROJECTIONS = ['perspective', 'orthographic'] as const;

/** The object in view. */
export interface Subject {
  /** World points around all of it that can be seen. */
  readonly corners: readonly Vec3[];
  /** The axes that viewpoints a to f look along. */
  readonly axes: Pick<Affine, 'columns'>;
  readonly defaultView: ViewName;
}

/**
 * Reads and checks all that can be without the inputs.
 * @returns the camera for what is in them, to which whatever the options leave open is fitted.
 */
export async function chooseCamera(
  args: RenderArguments,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<(subject: Subject) => Camera> {
  const view = args.view === undefined ? undefined : parseViewName(args.view);
  const orbits = {
    azimuthDegrees: parseNumber('azimuth', args.azimuth),
    elevationDegrees: parseNumber('elevation', args.elevation),
    rollDegrees: parseNumber('roll', args.roll),
  };
  const zoom = parsePositive('zoom', args.zoom);
  const fovDegrees = optional('fov', args.fov, parsePositive);
  if (fovDegrees !== undefined && fovDegrees >= 180) fail(`--fov: must be less than 180 degrees, not ${args.fov}`);
  const projection = optional('projection', args.projection, (name, text) => parseChoice(name, text, PROJECTIONS));
  const heightWorld = optional('height', args.height, parsePositive);
  if (heightWorld !== undefined && projection !== 'orthographic') {
    fail('--height: is for --projection orthographic; --fov sets how much a perspective view shows');
  }
  const pose = {
    ...(args.eye !== undefined && { eye: parseVec3('eye', args.eye) }),
    ...(args.target !== undefined && { target: parseVec3('target', args.target) }),
    ...(args.up !== undefined && { up: parseVec3('up', args.up) }),
  };
  if (args.camera !== undefined) {
    const fitting = ['view', 'projection', 'fov', 'height', 'eye', 'target', 'up'] as const;
    const other = fitting.find((name) => args[name] !== undefined);
    if (other) fail(`--${other}: the camera's file says that already; leave out one of the two`);
    const saved = parseCamera(await readInputText(args.camera), args.camera);
    return () => orbit(magnify(saved, zoom), orbits);
  }
  const isPosed = Object.keys(pose).length > 0;
  const fitting = {
    aspect: width / height,
    ...(projection && { projection }),
    ...(fovDegrees !== undefined && { fovDegrees }),
  };
  return ({ corners, axes, defaultView }) => {
    const direction = viewDirection(view ?? defaultView, axes);
    const fitted = isPosed
      ? orbit(createCamera({ ...fitCamera(boundingSphere(corners), direction, fitting), ...pose }), orbits)
      : fitPoints(corners, turnDirection(direction, orbits), { ...fitting, turntable: args.turntable !== undefined });
    return magnify({ ...fitted, ...(heightWorld !== undefined && { height: heightWorld }) }, zoom);
  };
}

/** The direction of a view after the camera has turned about its target. */
function turnDirection({ forward, up }: ViewDirection, orbits: OrbitOptions): ViewDirection {
  const eye = forward.map((component) => -component) as unknown as Vec3;
  const turned = orbit({ projection: 'orthographic', eye, target: [0, 0, 0], up, height: 1 }, orbits);
  const basis = cameraBasis(turned);
  return { forward: basis.forward, up: basis.up };
}

/** Shows everything `zoom` times as large, from the same eye. */
function magnify(camera: Camera, zoom: number): Camera {
  // The angle's tangent and back may be off by a rounding.
  if (zoom === 1) return camera;
  if (camera.projection === 'orthographic') return { ...camera, height: camera.height / zoom };
  const slope = Math.tan((camera.fovDegrees * Math.PI) / 360);
  return { ...camera, fovDegrees: (Math.atan(slope / zoom) * 360) / Math.PI };
}
