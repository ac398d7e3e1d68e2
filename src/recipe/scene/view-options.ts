/** The camera that the texts of options ask for; whatever they leave open is fitted to what can be seen. */
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
  placeCamera,
  type Vec3,
  type ViewDirection,
  verticalOf,
  viewDirection,
  withVertical,
} from '../../index.js';
import { type OptionTexts, type OptionValues, parseOptions } from '../options.js';
import { fail } from '../parse/parse-options.js';

export const VIEW_OPTIONS = [
  ...(['view', 'azimuth', 'elevation', 'roll', 'zoom', 'eye', 'target', 'up'] as const),
  ...(['projection', 'fov', 'height'] as const),
] as const;

/** The options' texts. */
export type ViewTexts = Pick<OptionTexts, (typeof VIEW_OPTIONS)[number]>;

/** The object in view. */
export interface Subject {
  /** World points around all of it that can be seen. */
  readonly corners: readonly Vec3[];
  /** The axes that viewpoints a to f look along. */
  readonly axes: Pick<Affine, 'columns'>;
  /** The default direction. */
  readonly defaultDirection: ViewDirection;
  /** How it is seen from its front, if that is not known from its anatomy. */
  readonly front?: ViewDirection | undefined;
  /** Share of a picture's width that it leaves free at the right; default 0. */
  readonly freeRight?: number;
}

/** The picture that a subject is fitted into. */
export interface PictureFrame {
  /** Width over height. */
  readonly aspect: number;
  /** Whether the fit is one for all views around the target. */
  readonly turntable?: boolean;
}

export interface ChosenView {
  readonly frame: (subject: Subject, frame: PictureFrame) => Camera;
  /** Moves a camera from elsewhere about its target; without options for that, it stays the same to the bit. */
  readonly move: (camera: Camera) => Camera;
}

/** @throws InputError that names the option. */
export const parseView = (texts: ViewTexts): ChosenView => chooseView(parseOptions(texts));

/** @throws InputError for a height of a perspective view. */
export function chooseView(values: OptionValues): ChosenView {
  const { view, zoom, fov: fovDegrees, projection, height, eye, target, up } = values;
  const orbits = {
    azimuthDegrees: values.azimuth,
    elevationDegrees: values.elevation,
    rollDegrees: values.roll,
  };
  if (height !== undefined && projection !== 'orthographic') {
    fail('--height: is for --projection orthographic; --fov sets how much a perspective view shows');
  }
  const pose = { ...(eye && { eye }), ...(target && { target }), ...(up && { up }) };
  const isPosed = Object.keys(pose).length > 0;
  const fitting = { ...(projection && { projection }), ...(fovDegrees !== undefined && { fovDegrees }) };
  return {
    move: (camera) => placeCamera(magnify(withVertical(camera), zoom), orbits),
    frame: ({ corners, axes, defaultDirection, front, freeRight = 0 }, frame) => {
      const direction = view === undefined ? defaultDirection : viewDirection(view, axes, front);
      const fitted = isPosed
        ? placeCamera(
            withVertical(
              createCamera<Camera>({
                ...fitCamera(boundingSphere(corners), direction, { aspect: frame.aspect, ...fitting }),
                ...pose,
              }),
            ),
            orbits,
          )
        : fitPoints(corners, turnDirection(direction, orbits), { ...frame, ...fitting, freeRight });
      return magnify({ ...fitted, ...(height !== undefined && { height }) }, zoom);
    },
  };
}

/** The direction to the top of a view before it was raised, which a ground faces where a camera does not say it. */
export const verticalOfView = (
  { axes, defaultDirection, front }: Subject,
  { up, view }: Pick<OptionValues, 'up' | 'view'>,
): Vec3 => up ?? verticalOf(view === undefined ? defaultDirection : viewDirection(view, axes, front));

/** The direction of a view after the camera has turned about its target, with the vertical that it had before. */
function turnDirection({ forward, up, vertical }: ViewDirection, orbits: OrbitOptions): ViewDirection {
  const eye = forward.map((component) => -component) as unknown as Vec3;
  const camera = { projection: 'orthographic', eye, target: [0, 0, 0], up, height: 1 } as const;
  // A view that is raised itself turns about its vertical.
  const turned = vertical ? placeCamera<Camera>({ ...camera, vertical }, orbits) : orbit(camera, orbits);
  const basis = cameraBasis(turned);
  return { forward: basis.forward, up: basis.up, vertical: vertical ?? up };
}

/** Shows everything `zoom` times as large, from the same eye. */
function magnify(camera: Camera, zoom: number): Camera {
  // The angle's tangent and back may be off by a rounding.
  if (zoom === 1) return camera;
  if (camera.projection === 'orthographic') return { ...camera, height: camera.height / zoom };
  const slope = Math.tan((camera.fovDegrees * Math.PI) / 360);
  return { ...camera, fovDegrees: (Math.atan(slope / zoom) * 360) / Math.PI };
}
