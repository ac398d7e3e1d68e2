/** The images that are shown: which channel and time of a file, and how volumes after the first look. */
import { html, nothing } from 'lit-html';
import { NAMED_TRANSFERS } from '../../index.js';
import type { TimePlayer } from '../data/time-player.js';
import type { FileChoices } from '../data/viewer-data.js';
import { type FusedPatch, type FusedStyle, patchFused } from '../document/document.js';
import { icon } from '../icons.js';
import type { Session } from '../session.js';
import { numberField, select, slider } from './fields.js';

/** The channel and the time point, where there are several of either. */
export function imageSection(session: Session, { channels, times }: FileChoices) {
  if (channels.length < 2 && times < 2) return nothing;
  const { component = '0', time = '0' } = session.selection;
  const names = Object.fromEntries(channels.map((label, index) => [index, label || `Channel ${index + 1}`]));
  return html`<section>
    <h3>Image</h3>
    ${
      channels.length > 1
        ? select(
            'Channel',
            Object.keys(names),
            component,
            (chosen) => void session.select({ component: chosen }),
            names,
          )
        : nothing
    }
    ${
      times > 1
        ? numberField('Time point', Number(time) + 1, (value) => {
            const index = Math.min(Math.max(Math.round(value), 1), times) - 1;
            void session.select({ time: String(index) });
          })
        : nothing
    }
    ${times > 1 ? html`<p class="hint">of ${times}</p>${playButton(session.times)}` : nothing}
  </section>`;
}

const playButton = (player: TimePlayer) => html`<div class="buttons">
  <button class="plain" aria-pressed=${player.plays} @click=${() => (player.plays ? player.pause() : void player.play())}>
    ${icon(player.plays ? 'pause' : 'play')} ${player.plays ? 'Pause' : 'Play'}
  </button>
</div>`;

const AUTOMATIC = 'automatic';
const PRESETS = [AUTOMATIC, ...NAMED_TRANSFERS.filter(({ mode }) => !mode).map(({ name }) => name)];
const ORDINALS = ['Second', 'Third'] as const;

/** The look of a volume after the first. */
export function fusedSection(session: Session, index: number) {
  const { fused } = session.document;
  const style: FusedStyle = fused[index] ?? fused.at(-1) ?? {};
  const put = (patch: FusedPatch, gesture?: object) => {
    const styles = session.data.fused!.map((_, at) => fused[at] ?? fused.at(-1) ?? {});
    session.change({ fused: styles.with(index, patchFused(style, patch)) }, gesture);
  };
  const name = `${ORDINALS[index]} volume`;
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
