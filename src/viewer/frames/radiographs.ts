/** Radiographs without a window: the picture that rests goes to the largest of its own integrals, as the command line's does. */
import type { Camera, Renderer, Scene, VolumeScene } from '../../index.js';
import { fitIntegrals } from '../../lab.js';
import type { FrameSubject } from './subject.js';

type FitOptions = Parameters<typeof fitIntegrals>[3];

/** A fit, and the picture that it is of. */
interface Fitted {
  readonly of: Scene;
  readonly camera: Camera;
  readonly size: string;
  readonly scene: VolumeScene;
}

export class Radiographs {
  #last: Fitted | undefined;

  /**
   * The scene in the window of its integrals; other scenes as they are.
   * @param isMoving whether the window of the picture before will do.
   */
  async fit(
    renderer: Renderer,
    { camera, fitsIntegrals }: Pick<FrameSubject, 'camera' | 'fitsIntegrals'>,
    scene: Scene,
    options: FitOptions & { readonly width: number; readonly height: number },
    isMoving: boolean,
  ): Promise<Scene> {
    if (!fitsIntegrals || !('volume' in scene)) return scene;
    const last = this.#last;
    if (isMoving) return last ? { ...scene, transfer: last.scene.transfer } : scene;
    const size = `${options.width}x${options.height}`;
    if (last?.of === scene && last.camera === camera && last.size === size) return last.scene;
    const fitted = await fitIntegrals(renderer, scene, camera, options);
    this.#last = { of: scene, camera, size, scene: fitted };
    return fitted;
  }
}
