import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'tilecast/viewer';
import { measured, start } from './measured.js';

function App() {
  const [transfer, setTransfer] = useState('bone');
  const [camera, setCamera] = useState();
  const [isThere, setIsThere] = useState(true);
  start({ setTransfer, setCamera, remove: () => setIsThere(false) });
  if (!isThere) return null;
  return (
    <tilecast-viewer
      src="head-phantom.nrrd"
      frames={1}
      slice-window="0,100"
      controls="none"
      transfer={transfer}
      camera={camera}
      onframe={({ detail }) => measured.frame(detail)}
      oncamera={({ detail }) => measured.camera(detail)}
    />
  );
}

// Strict mode mounts everything twice.
createRoot(document.getElementById('root')).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
