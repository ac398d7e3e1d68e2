/** The images that are shown: which channel and time of a file, and the appearance of volumes after the first. */
import { html, nothing } from 'lit-html';
import {
  MAX_FUSED,
  NAMED_TRANSFERS,
  parseColor,
  type TransferFunction,
  type Vec3,
  type VoxelArray,
  windowOf,
} from '../../index.js';
import { channelAppearance, fuseVolume } from '../../recipe/scene/appearance.js';
import { fusedChoiceOf, fusedStyleOf } from '../../recipe/scene/describe-volume-scene.js';
import type { FusedStyle, Patch } from '../../recipe/scene/scene-choice.js';
import type { TimePlayer } from '../data/time-player.js';
import { icon } from '../icons.js';
import type { Session } from '../session.js';
import { statisticsOf } from '../slices/slice-layers.js';
import { colorField, numberField, select, shareSlider, slider } from './fields/fields.js';
import { thresholdFields } from './fields/threshold-fields.js';

/** The time point that is shown, where there are several, and what plays them. */
export function timeSection(session: Session) {
  const { times = 1, time: settled = 0 } = session.data.choices ?? {};
  if (times < 2) return nothing;
  const time = Number(session.contents.selection.time ?? settled);
  return html`<section>
    <h3>Time</h3>
    ${slider({
      label: 'Time point',
      value: time,
      min: 0,
      max: times - 1,
      step: 1,
      shown: `${time + 1} of ${times}`,
      change: (index) => void session.contents.select({ time: String(index) }),
    })}
    ${playButton(session.contents.times)}
  </section>`;
}

/** The channels of a store, and the appearance of volumes over the first. */
export function channelSections(session: Session) {
  const { choices, fused = [] } = session.data;
  const channels = choices?.channels ?? [];
  return html`${channels.length > 1 ? html`<section><h3>Channels</h3>${channelFields(session, channels)}</section>` : nothing}
    ${firstChannelSection(session)} ${fused.map((_, index) => fusedSection(session, index))}
    ${fused.length > 0 ? depthSection(session) : nothing}`;
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

export const shownChannels = ({ contents }: Session) => (contents.selection.component ?? '0').split(',');

/** No channel beside the first. */
const NONE = 'none';

/** The channel, and up to seven that are shown with it. */
function channelFields(session: Session, channels: readonly string[]) {
  const names: Record<string, string> = {
    ...Object.fromEntries(channels.map((_, index) => [index, nameOf(channels, index)])),
    [NONE]: 'None',
  };
  const shown = shownChannels(session);
  const put = (slot: number, chosen: string) => {
    // One that is shown in another place changes places with the one that was here.
    const others = shown.map((channel) => (channel === chosen ? shown[slot]! : channel));
    const next = chosen === NONE ? shown.slice(0, slot) : others.toSpliced(slot, 1, chosen);
    void session.contents.select({ component: next.join(',') });
  };
  const all = channels.map((_, index) => String(index));
  const field = (label: string, slot: number) => {
    const others = all.filter((channel) => channel === shown[slot] || !shown.includes(channel));
    const choices = slot === 0 ? all : [NONE, ...others];
    return select(label, choices, shown[slot] ?? NONE, (chosen) => put(slot, chosen), names);
  };
  const more = session.document.mode === 'composite' ? ORDINALS.slice(0, shown.length) : [];
  const hasRoom = session.document.mode === 'composite' && all.length <= 1 + MAX_FUSED && shown.length < all.length;
  const showAll = () =>
    void session.contents.select({ component: [...shown, ...all.filter((one) => !shown.includes(one))].join(',') });
  return html`${field('Channel', 0)} ${more.map((ordinal, index) => field(`${ordinal} channel`, index + 1))}
    ${hasRoom ? html`<div class="buttons"><button class="plain" @click=${showAll}>Show all ${all.length} channels</button></div>` : nothing}`;
}

const playButton = (player: TimePlayer) => html`<div class="buttons">
  <button class="plain" aria-pressed=${player.plays} @click=${() => (player.plays ? player.pause() : void player.play())}>
    ${icon(player.plays ? 'pause' : 'play')} ${player.plays ? 'Pause' : 'Play'}
  </button>
</div>`;

const AUTOMATIC = 'automatic';
const PRESETS = [AUTOMATIC, ...NAMED_TRANSFERS.filter(({ mode }) => !mode).map(({ name }) => name)];
const ORDINALS = ['Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'] as const;

/** The colour of a channel's full values. */
const channelColor = (label: string, transfer: TransferFunction, change: (color: Vec3, gesture: object) => void) =>
  html`<div class="row">
    <span>Colour</span>
    ${colorField(label, transfer.colors.at(-1)!.color, (hex, gesture) => change(parseColor(hex, 'colour'), gesture))}
  </div>`;

/** The colour of the first of several channels. */
function firstChannelSection(session: Session) {
  const { data, transfer } = session;
  const { volume, channel } = data;
  if (!volume || !channel) return nothing;
  const range = windowOf(transfer);
  const change = (color: Vec3, gesture: object) =>
    session.edits.changeTransfer(channelAppearance(volume, { label: '', color, window: range }, undefined), gesture);
  return html`<section>
    <h3>First channel</h3>
    ${channelColor('Colour of the first channel', transfer, change)}
  </section>`;
}

/** How deep volumes after the first are seen within it. */
const depthSection = (session: Session) => html`<section>
    ${numberField('Seen through, depth', session.shownDepth ?? 0, (fusedDepth) => fusedDepth >= 0 && session.change({ fusedDepth }), 'World length by which the first volume lets the others through')}
  </section>`;

/** The appearance of a volume after the first. */
function fusedSection(session: Session, index: number) {
  const style = fusedStyleOf(session.document, index);
  const put = (patch: Patch<FusedStyle>, gesture?: object) => session.edits.changeFused(index, patch, gesture);
  const { volume, channel } = session.data.fused![index]!;
  const isChannel = shownChannels(session)[index + 1] !== undefined;
  const name = `${ORDINALS[index]} ${isChannel ? 'channel' : 'volume'}`;
  const lower = name.toLowerCase();
  const { transfer } = fuseVolume(volume, fusedChoiceOf(volume, channel, style), false);
  const [low, high] = style.window ?? windowOf(transfer);
  return html`<section>
    <h3>${name}</h3>
    ${select('Colours', PRESETS, style.preset ?? AUTOMATIC, (chosen) => put({ preset: chosen === AUTOMATIC ? undefined : chosen, transfer: undefined }), undefined, `Colours of the ${lower}`)}
    ${channel ? channelColor(`Colour of the ${lower}`, transfer, (color, gesture) => put({ transfer: channelAppearance(volume, { label: '', color, window: [low, high] }, undefined), preset: undefined, window: undefined }, gesture)) : nothing}
    ${numberField('From', low, (value) => value < high && put({ window: [value, high] }), `Lowest value of the ${lower}`)}
    ${numberField('To', high, (value) => low < value && put({ window: [low, value] }), `Highest value of the ${lower}`)}
    ${thresholdFields({ volume, statistics: statisticsOf(volume), threshold: style.threshold, change: (threshold) => put({ threshold }), of: ` of the ${lower}` })}
    ${shareSlider('Opacity', style.opacity ?? 1, (opacity, gesture) => put({ opacity }, gesture), `Opacity of the ${lower}`)}
  </section>`;
}
