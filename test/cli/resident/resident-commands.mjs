/**
 * A process that runs one command line after another, each as `dist/cli/main.js` does. It keeps the device, and what a command
 * compiles: with a software adapter compilation is most of a test's time.
 */
import { setMaxListeners } from 'node:events';
import { pathToFileURL } from 'node:url';
import { globals } from 'webgpu';

const main = process.argv[2];

// Commands leave without taking their listeners off the device: Node would warn on the error stream of the eleventh.
setMaxListeners(0);

/** @type {Map<string, { device: GPUDevice, adapter: GPUAdapter }>} */
const kept = new Map();
const { requestDevice } = globals.GPUAdapter.prototype;
globals.GPUAdapter.prototype.requestDevice = async function (descriptor) {
  const { vendor, device: name, description } = this.info;
  const key = JSON.stringify([vendor, name, description, descriptor]);
  const known = kept.get(key);
  if (known) return known.device;
  const device = await requestDevice.call(this, descriptor);
  keepPipelines(device);
  device.destroy = () => undefined;
  // The adapter has to live as long as its device.
  kept.set(key, { device, adapter: this });
  return device;
};

function keepPipelines(device) {
  const createShaderModule = device.createShaderModule.bind(device);
  const createComputePipelineAsync = device.createComputePipelineAsync.bind(device);
  const modules = new Map();
  const pipelines = new Map();
  device.createShaderModule = (descriptor) => {
    const { code } = descriptor;
    if (!modules.has(code)) modules.set(code, Object.assign(createShaderModule(descriptor), { number: modules.size }));
    return modules.get(code);
  };
  device.createComputePipelineAsync = (descriptor) => {
    const { module, ...rest } = descriptor.compute;
    const key = JSON.stringify([module.number, rest]);
    if (!pipelines.has(key)) pipelines.set(key, createComputePipelineAsync(descriptor));
    return pipelines.get(key);
  };
}

const written = { stdout: [], stderr: [] };
for (const [name, chunks] of Object.entries(written)) {
  process[name].write = (chunk, encoding, done = encoding) => {
    chunks.push(Buffer.from(chunk));
    if (typeof done === 'function') done();
    return true;
  };
}

let runs = 0;
process.on('message', async ({ args, env }) => {
  const before = Object.keys(env).map((name) => [name, process.env[name]]);
  Object.assign(process.env, env);
  process.argv = [process.execPath, main, ...args];
  process.exitCode = 0;
  // A module runs again under another address.
  await import(`${pathToFileURL(main)}?${runs++}`);
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  process.stdout.removeAllListeners('error');
  process.removeAllListeners('beforeExit');
  const [stdout, stderr] = Object.values(written).map((chunks) => Buffer.concat(chunks.splice(0)));
  process.send({ status: process.exitCode, stdout, stderr });
});
process.on('disconnect', () => process.exit());
