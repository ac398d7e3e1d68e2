/**
 * A process that runs one command line after another, each as `dist/cli/main.js` does. What a command would compile is kept for
 * the next: most of a test's time on a software adapter is compilation.
 */
import { globals } from 'webgpu';

const main = process.argv[2];
const devices = new Map();

const { requestDevice } = globals.GPUAdapter.prototype;
globals.GPUAdapter.prototype.requestDevice = async function (descriptor) {
  const key = JSON.stringify([this.info.vendor, this.info.device, this.info.description, descriptor]);
  let device = devices.get(key)?.device;
  if (!device) {
    device = await requestDevice.call(this, descriptor);
    keepPipelines(device);
    device.destroy = () => undefined;
    devices.set(key, { device, adapter: this });
  }
  return device;
};

function keepPipelines(device) {
  const modules = new Map();
  const pipelines = new Map();
  const createShaderModule = device.createShaderModule.bind(device);
  const createComputePipelineAsync = device.createComputePipelineAsync.bind(device);
  device.createShaderModule = (descriptor) => {
    if (!modules.has(descriptor.code)) modules.set(descriptor.code, createShaderModule(descriptor));
    return modules.get(descriptor.code);
  };
  const numbers = new Map();
  const numberOf = (module) => {
    if (!numbers.has(module)) numbers.set(module, numbers.size);
    return numbers.get(module);
  };
  device.createComputePipelineAsync = (descriptor) => {
    const { module, ...rest } = descriptor.compute;
    const key = JSON.stringify([numberOf(module), rest]);
    if (!pipelines.has(key)) pipelines.set(key, createComputePipelineAsync(descriptor));
    return pipelines.get(key);
  };
}

const written = { stdout: [], stderr: [] };
for (const name of ['stdout', 'stderr']) {
  process[name].write = (chunk, encoding, done) => {
    written[name].push(Buffer.from(chunk, typeof encoding === 'string' ? encoding : undefined));
    (typeof encoding === 'function' ? encoding : done)?.();
    return true;
  };
}

let count = 0;
process.on('message', async (args) => {
  process.argv = [process.argv[0], main, ...args];
  process.exitCode = 0;
  await import(`file://${main}?${count++}`);
  process.stdout.removeAllListeners('error');
  const status = process.exitCode;
  process.exitCode = 0;
  const [stdout, stderr] = ['stdout', 'stderr'].map((name) => Buffer.concat(written[name].splice(0)));
  process.send({ status, stdout, stderr });
});
