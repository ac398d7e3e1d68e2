/** Effects of gestures and commands on a session. */
import { centerOn, orbitUpright, type Point, pan, turn, turnBy, withProjection, zoomAt } from '../camera/navigate.js';
import { unprojectPoint } from '../camera/project.js';
import type { Session } from '../session.js';
import type { Stage } from '../stage.js';
import type { Command } from './commands.js';
import type { DragKind, GestureTarget } from './gestures.js';

/** Anatomical and most other worlds have z upwards. */
const UPRIGHT = [0, 0, 1] as const;

export class Actions implements GestureTarget {
  readonly #session: Session;
  readonly #stage: Stage;
  /** Keys of one kind in a row are undone together. */
  #keyGesture: { readonly kind: string } = { kind: '' };

  constructor(session: Session, stage: Stage) {
    this.#session = session;
    this.#stage = stage;
  }

  drag(kind: DragKind, from: Point, to: Point, gesture: object): void {
    const { tool, navigation } = this.#session.preferences;
    const { size } = this.#stage;
    if (kind === 'tool' && tool === 'window') {
      this.#dragWindow(from, to, gesture);
      return;
    }
    this.#session.navigation.move((camera) => {
      if (kind === 'pan') return pan(camera, from, to, size);
      return navigation === 'orbit' ? orbitUpright(camera, from, to, size, UPRIGHT) : turn(camera, from, to, size);
    }, gesture);
  }

  /** Up is higher, to the right is wider; an image height is the range of the values. */
  #dragWindow(from: Point, to: Point, gesture: object): void {
    const { height } = this.#stage.size;
    this.#session.edits.shiftTransfer({ level: (from.y - to.y) / height, width: (to.x - from.x) / height }, gesture);
  }

  zoom(at: Point, factor: number, gesture: object): void {
    const { extent } = this.#session.navigation;
    this.#session.navigation.move((camera) => zoomAt(camera, factor, at, this.#stage.size, extent), gesture);
  }

  tap(at: Point): void {
    if (this.#session.measuring.isOn) void this.#measure(at);
  }

  async #measure(at: Point): Promise<void> {
    const hit = await this.#stage.pictures.pick(at).catch((error: unknown) => this.#session.contents.fail(error));
    if (hit) await this.#session.measuring.add(hit);
  }

  /** Looks at the surface there, or else at the place at the target's depth. */
  doubleTap(at: Point): void {
    const { navigation, preferences } = this.#session;
    const { camera } = navigation;
    if (!camera || preferences.tool !== 'turn') return;
    const { size } = this.#stage;
    void this.#stage.pictures
      .pick(at)
      .then((hit) => hit?.point ?? unprojectPoint(camera, size, at, camera.target))
      .then((point) => navigation.move((current) => centerOn(current, point)))
      .catch((error: unknown) => this.#session.contents.fail(error));
  }

  run(command: Command): void {
    const session = this.#session;
    if (this.#keyGesture.kind !== command.kind) this.#keyGesture = { kind: command.kind };
    const gesture = this.#keyGesture;
    const { width, height } = this.#stage.size;
    const center = { x: width / 2, y: height / 2 };
    switch (command.kind) {
      case 'turn':
        session.navigation.move((camera) => turnBy(camera, command.rightDegrees, command.upDegrees), gesture);
        break;
      case 'pan':
        this.drag('pan', { x: 0, y: 0 }, { x: command.right * height, y: -command.up * height }, gesture);
        break;
      case 'zoom':
        this.zoom(center, command.factor, gesture);
        break;
      case 'view':
        session.navigation.showFrom(command.view);
        break;
      case 'fit':
        session.navigation.fit();
        break;
      case 'projection':
        this.toggleProjection();
        break;
      case 'help':
        session.prefer({ showsHelp: !session.preferences.showsHelp });
        break;
      case 'undo':
        session.undo();
        break;
      case 'redo':
        session.redo();
        break;
      case 'close':
        session.close();
        break;
    }
  }

  toggleProjection(): void {
    const { extent } = this.#session.navigation;
    this.#session.navigation.move((camera) =>
      withProjection(camera, camera.projection === 'perspective' ? 'orthographic' : 'perspective', extent),
    );
  }
}
