/** The settings that options come to: put together and checked once, and found again while frames have the same options. */
import type { Gpu } from '../../gpu/gpu.js';
import type { RenderMode } from '../../transfer/mode.js';
import { withDefaults } from '../../with-defaults.js';
import { cached, LastCached } from '../frame/cached.js';
import { CALL_NAMES, TARGET_NAMES } from '../render-request.js';
import { type GivenSettings, RENDER_DEFAULTS, type RenderOptions, type Settings, settle } from '../settings.js';
import type { OutputName } from '../target/outputs.js';
import { isFloatFormat } from '../target/presenter.js';
import { type FrameTarget, formatOf, sizeOf } from '../target/target.js';
import { checkSettings } from './check-settings.js';

/** The facts of a target that settings follow from. */
interface TargetNeeds {
  readonly width?: number;
  readonly height?: number;
  readonly isFloat?: boolean;
}

const NO_TARGET: TargetNeeds = {};

interface SettledKey {
  readonly given: GivenSettings;
  readonly mode: RenderMode | undefined;
}

export class KnownSettings {
  readonly #gpu: Gpu;
  readonly #kept = new LastCached<RenderOptions, RenderOptions>();
  readonly #given = new WeakMap<RenderOptions, LastCached<TargetNeeds, GivenSettings>>();
  readonly #settled = new LastCached<SettledKey, Settings>();

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /** A copy of a call's options, which their owner may change before the frame's turn: the last one where they are the same. */
  keep<Options extends RenderOptions>(options: Options): Options {
    return cached(this.#kept, options, () => ({ ...options })) as Options;
  }

  /** The settings of a frame that is read. @throws InputError that names an option which cannot be. */
  toRead(options: RenderOptions): GivenSettings {
    return this.#find(options, NO_TARGET, () => without(options, CALL_NAMES));
  }

  /**
   * The settings of a frame to a target: of its size by default, and with unquantised colours where it takes them.
   * @throws InputError that names an option which cannot be.
   */
  toTarget(options: RenderOptions, target: FrameTarget): GivenSettings {
    const { width, height } = sizeOf(target);
    const isFloat = isFloatFormat(formatOf(target, this.#gpu));
    return this.#find(options, { width, height, isFloat }, () => {
      const outputs: OutputName[] = isFloat ? ['color'] : [];
      const wanted = without(options, [...CALL_NAMES, ...TARGET_NAMES]);
      return { ...withDefaults({ width, height }, wanted), outputs };
    });
  }

  #find(options: RenderOptions, needs: TargetNeeds, complete: () => RenderOptions): GivenSettings {
    const known = cached(this.#given, options, () => new LastCached<TargetNeeds, GivenSettings>());
    return cached(known, needs, () => {
      const given: GivenSettings = withDefaults(RENDER_DEFAULTS, complete());
      checkSettings(given, this.#gpu.device.limits);
      return given;
    });
  }

  /** The settings, complete with the defaults of a volume that is shown in this mode. */
  settle(given: GivenSettings, mode: RenderMode | undefined): Settings {
    return cached(this.#settled, { given, mode }, () => settle(given, mode));
  }
}

const without = (options: RenderOptions, names: readonly string[]): RenderOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !names.includes(name)));
