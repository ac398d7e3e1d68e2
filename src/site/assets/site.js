/** The switch of themes, the menu on small screens, and the search. */
const root = document.body.dataset.root;

/** Pages may keep nothing where the browser forbids it. */
const kept = {
  get: () => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null;
    }
  },
  set: (theme) => {
    try {
      localStorage.setItem('theme', theme);
    } catch {}
  },
};

const setTheme = (theme) => {
  document.documentElement.dataset.theme = theme;
  for (const viewer of document.querySelectorAll('tilecast-viewer')) viewer.setAttribute('theme', theme);
};
if (kept.get()) setTheme(kept.get());
document.querySelector('#theme').addEventListener('click', () => {
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const shown = document.documentElement.dataset.theme ?? (isDark || isSystemDark ? 'dark' : 'light');
  const next = shown === 'dark' ? 'light' : 'dark';
  setTheme(next);
  kept.set(next);
});

if (matchMedia('(max-width: 48rem)').matches) document.querySelector('.menu').open = false;

const input = document.querySelector('#search');
const found = document.querySelector('#found');
let index;

async function loadIndex() {
  const [{ default: MiniSearch }, response] = await Promise.all([
    import('./minisearch.js'),
    fetch(`${root}assets/search.json`),
  ]);
  const search = new MiniSearch({ fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'url'] });
  search.addAll(await response.json());
  return search;
}

async function show() {
  const query = input.value.trim();
  found.hidden = query === '';
  if (query === '') return;
  index ??= loadIndex();
  const options = { prefix: true, fuzzy: 0.15, boost: { title: 4, page: 2 }, combineWith: 'AND' };
  const results = (await index).search(query, options).slice(0, 12);
  if (input.value.trim() !== query) return;
  found.replaceChildren(
    ...results.map(({ title, page, url }) => {
      const link = Object.assign(document.createElement('a'), { href: root + url, textContent: title });
      link.append(Object.assign(document.createElement('small'), { textContent: page }));
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
    ...(results.length === 0 ? [Object.assign(document.createElement('li'), { textContent: 'Nothing found' })] : []),
  );
}

input.addEventListener('input', show);
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') {
    input.value = '';
    found.hidden = true;
  }
  if (key === 'ArrowDown') found.querySelector('a')?.focus();
});
found.addEventListener('keydown', (event) => {
  const item = event.target.closest('li');
  const next = { ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  (next?.querySelector('a') ?? input).focus();
});
