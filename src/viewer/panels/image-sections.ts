/** The images that are shown: which channel and time of a file, and the appearance of volumes after the first. */
import { html, nothing } from 'lit-html';
import { NAMED_TRANSFERS, type VoxelArray } from '../../index.js';
import { type FusedStyle, type Patch, patched } from '../../recipe/scene/scene-choice.js';
import type { TimePlayer } from '../data/time-player.js';
import type { FileChoices } from '../data/viewer-data.js';
import { icon } from '../icons.js';
import type { Session } from '../session.js';
import { numberField, select, slider } from './fields.js';

/** The channels and the time point, where there are several of either. */
export function imageSection(session: Session, { channels, times }: FileChoices) {
  if (channels.length < 2 && times < 2) return nothing;
  const { time = '0' } = session.contents.selection;
  return html`<section>
    <h3>Image</h3>
    ${channels.length > 1 ? channelFields(session, channels) : nothing}
    ${
      times > 1
        ? numberField('Time point', Number(time) + 1, (value) => {
            const index = Math.min(Math.max(Math.round(value), 1), times) - 1;
            void session.contents.select({ time: String(index) });
          })
        : nothing
    }
    ${times > 1 ? html`<p class="hint">of ${times}</p>${playButton(session.contents.times)}` : nothing}
  </section>`;
}

const MEANINGS = { automatic: 'Recognized', labels: 'Labels', values: 'Values' } as const;
type Meaning = keyof typeof MEANINGS;

/** The choice of what integers are taken for, where there are any. */
export function meaningSection({ data, contents }: Session) {
  const { voxels } = contents.selection;
  const hasIntegers = [data.volume, data.labels?.volume].some((volume) => volume && isWhole(volume.voxels));
  if (!hasIntegers && voxels === undefined) return nothing;
  const choose = (chosen: Meaning) => void contents.select({ voxels: chosen === 'automatic' ? undefined : chosen });
  const chosen = (voxels ?? 'automatic') as Meaning;
  return html`<section>${select('Voxels are', Object.keys(MEANINGS) as Meaning[], chosen, choose, MEANINGS)}</section>`;
}

const isWhole = (voxels: VoxelArray) => !(voxels instanceof Float32Array || voxels instanceof Float64Array);

const nameOf = (channels: readonly string[], index: number) => channels[index] || `Channel ${index + 1}`;

const shownChannels = ({ contents }: Session) => (contents.selection.component ?? '0').split(',');

/** No channel beside the first. */
const NONE = 'none';

/** The channel, and up to seven that are shown with it. */
function channelFields(session: Session, channels: readonly string[]) {
  const names: Record<string, string> = {
    ...Object.fromEntries(channels.map((_, index) => [index, nameOf(channels, index)])),
    [NONE]: 'None',
  };
  const shown = shownChannels(session);
  const put = (place: number, chosen: string) => {
    // One that is shown in another place changes places with the one that was here.
    const others = shown.map((channel) => (channel === chosen ? shown[place]! : channel));
    const next = chosen === NONE ? shown.slice(0, place) : others.toSpliced(place, 1, chosen);
    void session.contents.select({ component: next.join(',') });
  };
  const all = channels.map((_, index) => String(index));
  const field = (label: string, place: number) => {
    const others = all.filter((channel) => channel === shown[place] || !shown.includes(channel));
    const choices = place === 0 ? all : [NONE, ...others];
    return select(label, choices, shown[place] ?? NONE, (chosen) => put(place, chosen), names);
  };
  const more = session.document.mode === 'composite' ? ORDINALS.slice(0, shown.length) : [];
  return html`${field('Channel', 0)} ${more.map((ordinal, index) => field(`${ordinal} channel`, index + 1))}`;
}

const playButton = (player: TimePlayer) => html`<div class="buttons">
  <button class="plain" aria-pressed=${player.plays} @click=${() => (player.plays ? player.pause() : void player.play())}>
    ${icon(player.plays ? 'pause' : 'play')} ${player.plays ? 'Pause' : 'Play'}
  </button>
</div>`;

const AUTOMATIC = 'automatic';
const PRESETS = [AUTOMATIC, ...NAMED_TRANSFERS.filter(({ mode }) => !mode).map(({ name }) => name)];
const ORDINALS = ['Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'] as const;

/** The appearance of a volume after the first. */
export function fusedSection(session: Session, index: number) {
  const { fused } = session.document;
  const style: FusedStyle = fused[index] ?? fused.at(-1) ?? {};
  const put = (patch: Patch<FusedStyle>, gesture?: object) => {
    const styles = session.data.fused!.map((_, at) => fused[at] ?? fused.at(-1) ?? {});
    session.change({ fused: styles.with(index, patched(style, patch)) }, gesture);
  };
  const channel = shownChannels(session)[index + 1];
  const name = `${ORDINALS[index]} ${channel === undefined ? 'volume' : 'channel'}`;
  return html`<section>
    <h3>${name}</h3>
    ${select(`Colours of the ${name.toLowerCase()}`, PRESETS, style.preset ?? AUTOMATIC, (chosen) => put({ preset: chosen === AUTOMATIC ? undefined : chosen, transfer: undefined }))}
    ${slider({
      label: 'Opacity',
      name: `Opacity of the ${name.toLowerCase()}`,
      value: style.opacity ?? 1,
      min: 0,
      max: 1,
      step: 0.01,
      change: (opacity, gesture) => put({ opacity }, gesture),
    })}
  </section>`;
}
