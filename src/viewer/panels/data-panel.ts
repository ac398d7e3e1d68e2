/** Everything that is loaded: which of it is seen, how strongly, and as what; series, channels and points in time. */
import { html, nothing } from 'lit-html';
import { meshStyleOf } from '../../recipe/scene/scene-choice.js';
import type { FileRole } from '../data/opened-files.js';
import { type ListedSeries, THUMBNAIL } from '../data/series-list.js';
import type { HiddenParts } from '../document/document.js';
import { icon } from '../icons.js';
import type { Session } from '../session.js';
import type { PanelContext } from './context.js';
import { select, shareSlider } from './fields/fields.js';
import { channelSections, meaningSection, shownChannels, timeSection } from './image-sections.js';

export function dataPanel({ session, chooseFiles }: PanelContext) {
  return html`<section>
      <ul class="list parts">
        ${partsOf(session).map((part) => partRow(session, part))}
      </ul>
      <div class="buttons">
        <button class="plain" @click=${() => chooseFiles('files', true)}>Add files</button>
      </div>
    </section>
    ${asideSection(session)}
    ${timeSection(session)} ${seriesSection(session)} ${channelSections(session)} ${meaningSection(session)}`;
}

/** Files that are open and not shown, each with a button that shows it in place of those that are. */
function asideSection(session: Session) {
  const { aside } = session.contents;
  if (aside.length === 0) return nothing;
  return html`<section>
    <h3>Also open</h3>
    <ul class="list aside">
      ${aside.map((set) => {
        const [name = '', ...more] = new Set(set.files.map((file) => file.input ?? file.name));
        const title = name.split('/').filter(Boolean).at(-1) ?? name;
        return html`<li>
          <span class="name" title=${[name, ...more].join('\n')}>${title}${more.length > 0 ? ` and ${more.length} more` : ''}</span>
          <button class="plain" aria-label="Show ${title} in place of what is shown" @click=${() => void session.showAside(set)}>Show</button>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** Something that is loaded and can be hidden. */
interface Part {
  readonly key: string;
  /** The name of its file. */
  readonly name: string;
  readonly role: FileRole | 'mesh';
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
  readonly opacity?: { readonly value: number; readonly change: (value: number, gesture: object) => void };
}

function partsOf(session: Session): readonly Part[] {
  const { data, document } = session;
  const { hidden = {}, labelFill } = document;
  const hide = (patch: HiddenParts) => session.change({ hidden: { ...session.document.hidden, ...patch } });
  const volume = data.volume && {
    key: 'volume',
    name: data.channel?.label || (data.name ?? 'Volume'),
    role: 'volume' as const,
    isShown: !hidden.volume,
    show: (isShown: boolean) => hide({ volume: !isShown }),
  };
  const fused = (data.fused ?? []).map((image, index): Part => {
    const before = hidden.fused ?? [];
    return {
      key: `fused ${index}`,
      name: image.name ?? `Volume ${index + 2}`,
      role: 'overlay',
      isShown: !before.includes(index),
      show: (isShown) => {
        const others = (session.document.hidden?.fused ?? []).filter((one) => one !== index);
        hide({ fused: isShown ? others : [...others, index] });
      },
      opacity: {
        value: (document.fused[index] ?? document.fused.at(-1))?.opacity ?? 1,
        change: (opacity, gesture) => session.edits.changeFused(index, { opacity }, gesture),
      },
    };
  });
  const labels = data.labels && {
    key: 'labels',
    name: data.labels.name ?? 'Labels',
    role: 'labels' as const,
    isShown: !hidden.labels,
    show: (isShown: boolean) => hide({ labels: !isShown }),
    opacity: {
      value: labelFill,
      change: (share: number, gesture: object) => session.change({ labelFill: share }, gesture),
    },
  };
  const meshes = data.meshes.map(({ name }, index): Part => {
    const { visible, opacity } = meshStyleOf(document, index);
    return {
      key: `mesh ${index}`,
      name,
      role: 'mesh',
      isShown: visible,
      show: (isShown) => session.edits.changeMesh(index, { visible: isShown }),
      opacity: {
        value: opacity,
        change: (value, gesture) => session.edits.changeMesh(index, { opacity: value }, gesture),
      },
    };
  });
  return [...(volume ? [volume] : []), ...fused, ...(labels ? [labels] : []), ...meshes];
}

const ROLES = ['volume', 'overlay', 'labels'] as const satisfies readonly FileRole[];
const ROLE_LABELS: Readonly<Record<FileRole, string>> = { volume: 'Volume', overlay: 'Overlay', labels: 'Labels' };

function partRow(session: Session, part: Part) {
  const { name, role, isShown, show, opacity } = part;
  const shortName = name.split('/').at(-1)!;
  const parts = partsOf(session);
  const isAlone = isShown && parts.every((other) => other.key === part.key || !other.isShown);
  const solo = () => {
    // Read anew each time: each of them changes the document.
    for (const { key } of parts) {
      const now = partsOf(session).find((one) => one.key === key)!;
      const wanted = isAlone || key === part.key;
      if (now.isShown !== wanted) now.show(wanted);
    }
  };
  // Channels of one store are no files of their own.
  const names = new Set(parts.filter((other) => other.role !== 'mesh').map((other) => other.name));
  return html`<li>
    <div class="row">
      <button class="icon-button" aria-label="${isShown ? 'Hide' : 'Show'} ${shortName}" title=${isShown ? 'Hide' : 'Show'} aria-pressed=${isShown} @click=${() => show(!isShown)}>
        ${icon(isShown ? 'eye' : 'hidden')}
      </button>
      <span class="name" title=${name}>${shortName}</span>
      ${
        parts.length > 1
          ? html`<button class="plain" aria-label="Solo ${shortName}" aria-pressed=${isAlone} @click=${solo}>Solo</button>`
          : nothing
      }
    </div>
    ${opacity ? shareSlider(role === 'labels' ? 'Fill in slices' : 'Opacity', opacity.value, opacity.change, `Opacity of ${shortName} in Data`) : nothing}
    ${
      role !== 'mesh' && names.size > 1 && shownChannels(session).length < 2
        ? select(
            'Show as',
            ROLES,
            role,
            (chosen) => void session.contents.showAs(name, chosen),
            ROLE_LABELS,
            `Show ${shortName} as`,
          )
        : nothing
    }
  </li>`;
}

/** The series of a DICOM folder, of which one is shown. */
function seriesSection(session: Session) {
  const listed = session.series;
  if (listed.length < 2) return nothing;
  const { series } = session.contents.selection;
  const largest = listed.reduce((most, one) => (voxelsOf(one) > voxelsOf(most) ? one : most), listed[0]!);
  const shown = series === undefined ? largest.number : Number(series);
  return html`<section>
    <h3>Series</h3>
    <div class="series">
      ${listed.map(
        (one) => html`<button
          aria-pressed=${one.number === shown}
          @click=${() => void session.contents.select({ series: String(one.number), time: undefined })}
        >
          <canvas width=${THUMBNAIL.width} height=${THUMBNAIL.height} aria-hidden="true" data-series=${one.number}></canvas>
          <span>${describeSeries(one)}</span>
        </button>`,
      )}
    </div>
  </section>`;
}

const voxelsOf = ({ sizes }: ListedSeries) => sizes[0] * sizes[1] * sizes[2];

const describeSeries = ({ number, modality, description, part, sizes }: ListedSeries) =>
  [`${number}. ${modality} ${description}`.trim(), part, sizes.join(' × ')].filter((text) => text !== '').join('\n');

const drawn = new WeakMap<HTMLCanvasElement, Uint8Array>();

/** Puts the small pictures of series on their canvases: call when the panel is on the page. */
export function drawSeries(root: ParentNode, listed: readonly ListedSeries[]): void {
  for (const canvas of root.querySelectorAll<HTMLCanvasElement>('canvas[data-series]')) {
    const picture = listed.find(({ number }) => String(number) === canvas.dataset['series'])?.picture;
    if (!picture || drawn.get(canvas) === picture) continue;
    drawn.set(canvas, picture);
    const image = new ImageData(new Uint8ClampedArray(picture), THUMBNAIL.width, THUMBNAIL.height);
    canvas.getContext('2d')!.putImageData(image, 0, 0);
  }
}
