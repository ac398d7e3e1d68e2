/** Markdown of the repository as HTML of the site. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { ROOT, SOURCE_PAGES } from './source-pages.js';

export interface Rendered {
  readonly html: string;
  readonly headings: readonly { readonly id: string; readonly text: string; readonly depth: number }[];
  /** Files of the repository that it shows or links, by their paths there. */
  readonly files: readonly string[];
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A heading's id, as GitHub makes it. */
const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/**
 * @param file path in the repository, which its links are relative to.
 * @param toRoot path from the page to the root of the site.
 * @throws Error for a link to a file that is not there.
 */
export function renderMarkdown(markdown: string, file: string, toRoot: string): Rendered {
  const headings: { id: string; text: string; depth: number }[] = [];
  const files = new Set<string>();
  const counts = new Map<string, number>();

  const follow = (href: string): string => {
    if (/^(?:[a-z]+:|#)/i.test(href)) return href;
    if (/^(?:api|examples\/\w+\/index)\b/.test(href) && !file.includes('/')) return toRoot + href;
    const [path = '', anchor] = href.split('#');
    const target = posix.normalize(posix.join(dirname(file), path));
    const full = join(ROOT, target);
    if (!existsSync(full)) throw new Error(`${file}: links ${href}, which is not there`);
    const page = SOURCE_PAGES.find(
      (source) => source.file === target || dirname(source.file) === target.replace(/\/$/, ''),
    );
    if (page) return `${toRoot}${page.at}/${anchor ? `#${anchor}` : ''}`;
    if (statSync(full).isDirectory()) throw new Error(`${file}: links the folder ${href}, which has no page`);
    files.add(target);
    return `${toRoot}files/${target}`;
  };

  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        const text = inner
          .replace(/<[^>]+>/g, '')
          .replaceAll('&amp;', '&')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&#39;', "'")
          .replaceAll('&quot;', '"');
        const slug = slugOf(text);
        const count = counts.get(slug) ?? 0;
        counts.set(slug, count + 1);
        const id = count === 0 ? slug : `${slug}-${count}`;
        headings.push({ id, text, depth });
        return `<h${depth} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeHtml(follow(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${escapeHtml(follow(href))}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      code({ text, lang = '' }: Tokens.Code) {
        return `<pre tabindex="0"><code class="language-${escapeHtml(lang)}">${escapeHtml(text)}</code></pre>\n`;
      },
      table(token: Tokens.Table) {
        // Heads without a word head nothing.
        const tagOf = (tag: string, text: string) => (text === '' ? 'td' : tag);
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells
            .map(({ tokens, text }) => [tagOf(tag, text), this.parser.parseInline(tokens)])
            .map(([tag, html]) => `<${tag}>${html}</${tag}>`)
            .join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead>\n<tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings, files: [...files] };
}
