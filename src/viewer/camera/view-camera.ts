/** The initial camera: fitted to the scene, unless the options place it. */
import { type Camera, corners, type Scene, type Vec3, type ViewDirection, verticalOf } from '../../index.js';
import { describeSubject, firstDirection, fitScene, fittedScene, pointsIn } from '../../recipe/scene/describe-view.js';
import { type ChosenView, parseView, type ViewTexts } from '../../recipe/scene/view-options.js';
import type { ViewerData } from '../data/viewer-data.js';
import { withProjection } from './navigate.js';

export class ViewCamera {
  /** Width over height of the picture. */
  aspect = 1;
  #texts: ViewTexts = {};
  #chosen: { readonly texts: ViewTexts; readonly view: ChosenView } | undefined;
  readonly #points = new WeakMap<Scene, readonly Vec3[]>();
  #fitted: { readonly of: readonly unknown[]; readonly camera: Camera } | undefined;

  /** The options that say where it is. */
  get texts(): ViewTexts {
    return this.#texts;
  }

  set texts(texts: ViewTexts) {
    this.#texts = texts;
  }

  /** Takes the points around a scene, which another has found. */
  knowPoints(scene: Scene, points: readonly Vec3[]): void {
    this.#points.set(scene, points);
  }

  /** Found once: canvases of other sizes see the same. */
  #pointsIn(scene: Scene, data: ViewerData): readonly Vec3[] {
    const points = this.#points.get(scene) ?? pointsIn(fittedScene(scene, data));
    this.#points.set(scene, points);
    return points;
  }

  /**
   * The camera for a scene, found once.
   * @throws InputError for options that do not go with each other.
   */
  cameraFor(scene: Scene, data: ViewerData): Camera {
    const of = [scene, this.aspect, this.#texts];
    if (!this.#fitted?.of.every((part, index) => part === of[index])) {
      this.#fitted = { of, camera: this.#frame(scene, data) };
    }
    return this.#fitted!.camera;
  }

  /** Shows all of a scene along a direction, or from where it is seen first, by the projection of the camera as it is. */
  fit(scene: Scene, data: ViewerData, camera: Camera, extent: number, direction?: ViewDirection): Camera {
    const { projection } = camera;
    if (direction) return fitScene(scene, direction, { aspect: this.aspect, projection });
    const first = this.#frame(scene, data);
    return first.projection === projection ? first : withProjection(first, projection, extent);
  }

  /** The direction to the top of the first picture before it was raised, which a ground faces. */
  up(scene: Scene, data: ViewerData): Vec3 {
    const { up, view } = this.#texts;
    const own = up?.split(',').map(Number) as unknown as Vec3 | undefined;
    return own ?? verticalOf(firstDirection(scene, data, view));
  }

  #frame(scene: Scene, data: ViewerData): Camera {
    // Parts of a volume are fitted as a whole, or the picture would grow with them.
    const points = data.isReading && data.volume ? corners(data.volume) : this.#pointsIn(scene, data);
    const subject = describeSubject(scene, data, points);
    return this.#view.frame(subject, { aspect: this.aspect });
  }

  get #view(): ChosenView {
    if (this.#chosen?.texts !== this.#texts) this.#chosen = { texts: this.#texts, view: parseView(this.#texts) };
    return this.#chosen!.view;
  }
}
