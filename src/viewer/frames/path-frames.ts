/** Path tracing while the view rests: pictures of ever more paths, the last of which equals the command line's. */
import { type ImageSize, type PathsPicture, type Renderer, renderPaths } from '../../index.js';
import { exactOptions, type FrameSubject } from './subject.js';

/** The options of a picture of all paths. */
export function pathOptions(subject: FrameSubject) {
  const { settings, denoise, noise } = subject;
  const { quality: _, samplesPerPixel: __, ...exact } = exactOptions(subject);
  return { ...exact, paths: settings.samplesPerPixel, noise, denoised: denoise };
}

/** Shows a picture at once, then better and better ones until all paths are traced. @throws the signal's reason once it is aborted. */
export async function drawPaths(
  renderer: Renderer,
  subject: FrameSubject,
  options: ImageSize & { readonly signal: AbortSignal },
  show: (picture: PathsPicture) => void,
): Promise<void> {
  const { scene, camera } = subject;
  const last = await renderPaths(renderer, scene, camera, { ...pathOptions(subject), ...options, onPicture: show });
  show({ ...last, paths: last.accumulated });
}
