/** The frame around every page: the menu, the search and the switch of themes. */
import { SOURCE_PAGES } from './source-pages.js';

export interface Page {
  /** The folder of the page in the site; empty for the first page. */
  readonly at: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly headings?: readonly { readonly id: string; readonly text: string; readonly depth: number }[];
  /** Elements at the end of the head. */
  readonly head?: string;
}

/** Pages in the menu that are no READMEs, before those of their group. */
const MADE: readonly { readonly at: string; readonly group: string; readonly title: string }[] = [
  { at: 'live/viewer', group: 'Try it', title: 'The viewer' },
  { at: 'live/editor', group: 'Try it', title: 'An example to edit' },
  { at: 'live/shapes', group: 'Try it', title: 'Workgroup shapes' },
  { at: 'tasks', group: 'Start', title: 'Tasks, each in a few lines' },
  { at: 'examples', group: 'Start', title: 'Examples' },
  { at: 'formats', group: 'Start', title: 'File formats' },
  { at: 'features', group: 'Start', title: 'Features beside others' },
  { at: 'library', group: 'Reference', title: 'Library' },
];

const GROUPS = ['Start', 'Try it', 'Reference', 'Inside'];

export const toRoot = (at: string) => (at === '' ? './' : '../'.repeat(at.split('/').length));

export function layOut({ at, title, description, html, headings = [], head = '' }: Page): string {
  const root = toRoot(at);
  const entries = [
    ...SOURCE_PAGES.filter(({ group }) => group === 'Start'),
    ...MADE,
    ...SOURCE_PAGES.filter(({ group }) => group !== 'Start'),
  ];
  const menu = GROUPS.map((group) => {
    const links = entries
      .filter((entry) => entry.group === group)
      .map((entry) => {
        const current = entry.at === at ? ' aria-current="page"' : '';
        return `<li><a href="${root}${entry.at}/"${current}>${entry.title}</a></li>`;
      });
    return `<h2>${group}</h2><ul>${links.join('')}</ul>`;
  }).join('');
  const sections = headings.filter(({ depth }) => depth === 2);
  const contents =
    sections.length > 2
      ? `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${sections
          .map(
            ({ id, text }) => `<li><a href="#${id}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a></li>`,
          )
          .join('')}</ul></nav>`
      : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === 'tilecast' ? 'tilecast: volumes and meshes, ray cast on any GPU' : `${title} · tilecast`}</title>
<meta name="description" content="${description}">
<link rel="icon" href="${root}assets/icon.svg">
<link rel="stylesheet" href="${root}assets/site.css">
<script type="module" src="${root}assets/site.js"></script>
${head}</head>
<body${at === '' ? ' class="home"' : ''} data-root="${root}">
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="name" href="${root}">tilecast</a>
<search><label for="search" class="unseen">Search the site</label><input id="search" type="search" placeholder="Search" autocomplete="off"><ul id="found" hidden></ul></search>
<button id="theme" type="button" aria-label="Switch between dark and light"><svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2"/><path d="M10 2a8 8 0 0 1 0 16z" fill="currentColor"/></svg></button>
</header>
<div class="columns">
<details class="menu" open><summary>Menu</summary><nav aria-label="Pages">${menu}</nav></details>
<main id="main">
${html}
</main>
${contents}
</div>
</body>
</html>
`;
}
