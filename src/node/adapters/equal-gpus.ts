/** GPUs of one model, which Dawn does not tell apart: Mesa's Vulkan layer for device selection shows it one of them alone. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A GPU on the PCI bus. */
export interface PciGpu {
  /** As the kernel writes it, e.g. "0000:00:06.0". */
  readonly address: string;
  /** Vendor and device, e.g. "0x10de:0x2330". */
  readonly model: string;
}

const PCI_DEVICES = '/sys/bus/pci/devices';

/** PCI's class of display controllers, by the first digits of a device's class. */
const DISPLAY_CLASS = '0x03';

/** The GPUs on the PCI bus, by address; none where the system does not say, as all but Linux do not. */
export function listPciGpus(folder: string = PCI_DEVICES): PciGpu[] {
  try {
    return readdirSync(folder)
      .sort()
      .flatMap((address) => {
        const read = (name: string) => readFileSync(join(folder, address, name), 'utf8').trim();
        return read('class').startsWith(DISPLAY_CLASS)
          ? [{ address, model: `${read('vendor')}:${read('device')}` }]
          : [];
      });
  } catch {
    return [];
  }
}

/**
 * Addresses of GPUs of one model.
 * @param count of adapters that have one name.
 * @returns none where no model, or more than one, has so many.
 */
export function findEqualGpus(count: number, gpus: readonly PciGpu[]): string[] {
  const models = [...new Set(gpus.map(({ model }) => model))];
  const addressesOf = (model: string) => gpus.filter((gpu) => gpu.model === model).map(({ address }) => address);
  const [found, ...others] = models.map(addressesOf).filter(({ length }) => length === count);
  return found && others.length === 0 ? found : [];
}

const LAYER = 'VkLayer_MESA_device_select.json';

/** Folders in which Vulkan's loader looks for layers. */
const LAYER_FOLDERS = ['/etc', '/usr/local/share', '/usr/share', '/usr/local/etc'].map((folder) =>
  join(folder, 'vulkan', 'implicit_layer.d'),
);

/** Whether Mesa's layer is installed and not switched off. */
export function hasSelectionLayer(): boolean {
  const { NODEVICE_SELECT, VK_IMPLICIT_LAYER_PATH = '' } = process.env;
  if (NODEVICE_SELECT !== undefined) return false;
  const named = VK_IMPLICIT_LAYER_PATH.split(':').filter(Boolean);
  return (named.length > 0 ? named : LAYER_FOLDERS).some((folder) => existsSync(join(folder, LAYER)));
}

/** Names the GPU for Mesa's layer, and has it hide all others. */
export const SELECTION_VARIABLES = ['DRI_PRIME', 'MESA_VK_DEVICE_SELECT_FORCE_DEFAULT_DEVICE'] as const;

/** Values of `SELECTION_VARIABLES` that leave the GPU at an address. */
export const selectionValues = (address: string): readonly string[] => [`pci-${address.replaceAll(/[:.]/g, '_')}`, '1'];
