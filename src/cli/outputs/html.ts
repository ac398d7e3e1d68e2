/** HTML from templates: the one place where text, which may come from files, is quoted for a browser. */
import { toInert } from '../inert-text.js';

/** Markup that is whole, and not to be quoted again. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Content = Html | string | number | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function quote(content: Content): string {
  if (content instanceof Html) return content.markup;
  if (typeof content === 'object') return content.map(quote).join('');
  return toInert(String(content), '\t\n').replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Text between the template's own is quoted and made inert, unless it is markup itself; lists are joined. */
export function html(texts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(texts.reduce((markup, text, index) => markup + quote(contents[index - 1]!) + text));
}
