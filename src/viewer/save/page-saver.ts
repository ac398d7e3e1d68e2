/** Pages that hold the viewer and what it shows: made first, so that their size is known, then saved. */
import type { ImageSize } from '../../index.js';
import { makePage } from '../../viewer-page/make-page.js';
import { toMib } from '../../viewer-page/pack-inputs.js';
import type { ViewerDocument } from '../document/document.js';
import { readPageScript } from '../page-script.js';
import type { Session } from '../session.js';
import { downloadFile } from './file-dialogs.js';
import { listPageInputs } from './list-page-inputs.js';
import { recipeOf } from './recipe-of.js';

export interface PageSource {
  readonly screenshot: () => Promise<Blob>;
  /** Pixels of the 3D picture. */
  readonly size: () => ImageSize;
  readonly refresh: () => void;
}

export interface PageForSaving {
  readonly name: string;
  readonly blob: Blob;
  /** Its contents, and parts of the data that it lacks. */
  readonly lines: readonly string[];
}

export class PageSaver {
  readonly #session: Session;
  readonly #source: PageSource;
  #isMaking = false;
  #made: { readonly page: PageForSaving; readonly document: ViewerDocument; readonly pageMib: number } | undefined;

  constructor(session: Session, source: PageSource) {
    this.#session = session;
    this.#source = source;
  }

  get isMaking(): boolean {
    return this.#isMaking;
  }

  /** The page of the view as it is; undefined where none was made of it. */
  get made(): PageForSaving | undefined {
    const { document, preferences } = this.#session;
    const { page, document: madeOf, pageMib } = this.#made ?? {};
    return document === madeOf && pageMib === preferences.pageMib ? page : undefined;
  }

  async make(): Promise<void> {
    const { document, contents, preferences, layout } = this.#session;
    const { pageMib } = preferences;
    this.#setMaking(true);
    try {
      await contents.readWhole();
      const [script, picture] = await Promise.all([readPageScript(), this.#source.screenshot()]);
      const names = contents.inputs.map(({ path }) => path.split('/').at(-1)!);
      const parts = {
        title: [...names, 'tilecast'].join(' – '),
        script,
        inputs: await listPageInputs(contents),
        view: recipeOf(this.#session, this.#source.size()),
        attributes: { layout },
        picture: new Uint8Array(await picture.arrayBuffer()),
      };
      const { pieces, sizeBytes, contents: held, notes } = await makePage(parts, pageMib * 2 ** 20);
      const page = {
        name: `${names[0]?.replace(/\.\w+(?:\.gz)?$/, '') || 'page'}.html`,
        blob: new Blob([...pieces], { type: 'text/html' }),
        lines: [`${toMib(sizeBytes)} MiB: ${held}.`, ...notes.map((note) => `${note}.`)],
      };
      this.#made = { page, document, pageMib };
    } catch (error) {
      contents.fail(error);
    } finally {
      this.#setMaking(false);
    }
  }

  /** Hands the page to the browser's downloads. */
  save(): void {
    if (this.made) downloadFile(this.made.blob, this.made.name);
  }

  #setMaking(isMaking: boolean): void {
    this.#isMaking = isMaking;
    this.#source.refresh();
  }
}
