/** Chooses the form in which a server sends frames that move, by how quick the line is. */

/**
 * Milliseconds that the bytes of a PNG may take. A JPEG has a third or a quarter of them, and takes 15 to 35 ms longer to encode
 * (experiments/viewer-latency).
 */
const PNG_MS_MAX = 30;
/** Frames in JPEG before a PNG tells again how quick the line is. */
const JPEG_FRAMES = 32;

export class MovingForm {
  /** Frames that are still to be JPEGs. */
  #jpegsLeft = 0;

  /** The form of the next frame. */
  get next(): 'png' | 'jpeg' {
    return this.#jpegsLeft > 0 ? 'jpeg' : 'png';
  }

  /** Takes note of how long a frame's bytes took after the head of the answer. */
  record(form: 'png' | 'jpeg', bytesMs: number): void {
    if (form === 'jpeg') this.#jpegsLeft = Math.max(0, this.#jpegsLeft - 1);
    else if (bytesMs > PNG_MS_MAX) this.#jpegsLeft = JPEG_FRAMES;
  }
}
