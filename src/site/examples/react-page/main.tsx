import { type Camera, createRenderer, loadVolume, orbit, type Renderer, type Volume } from '@tilecast/web';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A volume on a canvas, turned by a slider. */
function VolumeView({ url }: { url: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<{ renderer: Renderer; volume: Volume; camera: Camera }>();
  const [azimuthDegrees, setAzimuth] = useState(0);
  const [state, setState] = useState('loading');

  useEffect(() => {
    let renderer: Renderer | undefined;
    const start = async () => {
      const volume = await loadVolume(url);
      renderer = await createRenderer();
      const { camera } = await renderer.render({ volume, target: canvas.current! });
      setShown({ renderer, volume, camera });
    };
    start().catch((error: Error) => setState(error.message));
    return () => renderer?.destroy();
  }, [url]);

  useEffect(() => {
    if (!shown) return;
    const { renderer, volume, camera } = shown;
    renderer
      .render({ volume, camera: orbit(camera, { azimuthDegrees }), target: canvas.current!, replaceable: true })
      .then(({ done }) => done)
      .then(() => setState('shown'))
      .catch((error: Error) => setState(error.message));
  }, [shown, azimuthDegrees]);

  return (
    <figure>
      <canvas ref={canvas} width={256} height={256} />
      <input
        type="range"
        aria-label="Azimuth"
        min={-180}
        max={180}
        value={azimuthDegrees}
        onChange={({ target }) => setAzimuth(target.valueAsNumber)}
      />
      <output>{state}</output>
    </figure>
  );
}

createRoot(document.getElementById('root')!).render(<VolumeView url="head-phantom.nrrd" />);
