/** Starts workers of browsers. */
import type { BytesAnswer, DecodeTask } from './decode-task.js';
import type { StartWorker } from './worker-pool.js';

/** The part of the web's `Worker` that is used here; Node has none. */
interface WebWorker {
  onmessage: (event: { readonly data: BytesAnswer }) => void;
  onerror: (event: { readonly preventDefault: () => void }) => void;
  onmessageerror: () => void;
  readonly postMessage: (message: unknown, transfer: ArrayBuffer[]) => void;
  readonly terminate: () => void;
}

declare const Worker: (new (url: URL, options: { readonly type: 'module' }) => WebWorker) | undefined;

declare const trustedTypes:
  | {
      readonly createPolicy: (
        name: string,
        rules: { readonly createScriptURL: (url: string) => string },
      ) => { readonly createScriptURL: (url: string) => URL };
    }
  | undefined;

/** Pages that allow only trusted addresses of scripts name this policy. */
const POLICY = 'tilecast-workers';

/** Undefined where there are no workers. */
export function startWebWorker(): StartWorker<DecodeTask> | undefined {
  if (typeof Worker === 'undefined') return undefined;
  const Constructor = Worker;
  let trust: ((url: URL) => URL) | undefined;
  return ({ answer, fail }) => {
    trust ??= createTrust();
    const worker = new Constructor(trust(new URL('./decode-worker.js', import.meta.url)), { type: 'module' });
    worker.onmessage = ({ data }) => answer(data);
    worker.onmessageerror = fail;
    worker.onerror = (event) => {
      // The caller decodes instead.
      event.preventDefault();
      fail();
    };
    return {
      post: (task, transfer) => worker.postMessage(task, transfer),
      setBusy: () => {},
      end: () => worker.terminate(),
    };
  };
}

function createTrust(): (url: URL) => URL {
  if (typeof trustedTypes === 'undefined') return (url) => url;
  const policy = trustedTypes.createPolicy(POLICY, { createScriptURL: (url) => url });
  return (url) => policy.createScriptURL(String(url));
}
