// The tree. Only rows in sight are elements, and only rows near them are asked for: its length does not matter.
import { clone, fill, keyed } from './dom.js';
import { count } from './format.js';
import { t } from './language.js';
import { act } from './session.js';

const ROW = 28;
const NEAR = 60;
const CHECKED = { none: 'false', some: 'mixed', all: 'true' };
const ACCESS = { read: 'read', readwrite: 'read, write', write: 'write' };

/** Starts the tree. `page` has `search()`, what is searched, and takes `selected(row)`, `found(answer)` and `failed(error)`. */
export function startTree(page) {
  const tree = document.getElementById('found-tree');
  const space = tree.firstElementChild;
  const toggled = new Set();
  let rows = [];
  let from = 0;
  let total = 0;
  let cursor = 0;
  let asked = 0;

  const rowAt = (index) => rows[index - from];
  const inSight = () => [Math.floor(tree.scrollTop / ROW), Math.ceil((tree.scrollTop + tree.clientHeight) / ROW)];

  /** Asks for the rows near those in sight; the last question wins. */
  async function load() {
    const mine = ++asked;
    const [first, last] = inSight();
    const start = Math.max(0, first - NEAR);
    const answer = await act('import/rows', { ...page.search(), toggled: [...toggled], from: start, count: Math.min(500, last - start + NEAR) });
    if (mine !== asked) return;
    ({ rows, total } = answer);
    from = start;
    cursor = Math.max(0, Math.min(cursor, total - 1));
    space.style.height = `${total * ROW}px`;
    document.getElementById('found-none').hidden = total > 0;
    page.found(answer);
    draw();
  }

  const reload = () => load().catch(page.failed);

  function draw() {
    const [first, last] = inSight();
    const seen = rows.slice(Math.max(0, first - from), Math.max(0, last - from + 1)).map((row) => ({ ...row, index: from + rows.indexOf(row) }));
    keyed(space, seen, (row) => row.id, () => clone('found-row'), show);
    const chosen = rowAt(cursor);
    tree.setAttribute('aria-activedescendant', chosen ? `found-${chosen.id}` : '');
    page.selected(chosen);
    // Beyond what was asked for.
    if (total > 0 && (first < from || Math.min(last, total) > from + rows.length)) reload();
  }

  function show(element, row) {
    element.id = `found-${row.id}`;
    element.index = row.index;
    element.dataset.kind = row.kind;
    element.style.top = `${row.index * ROW}px`;
    element.querySelector('.name').style.paddingLeft = `${(row.level - 1) * 18}px`;
    element.setAttribute('aria-level', row.level);
    element.setAttribute('aria-checked', CHECKED[row.ticks]);
    element.setAttribute('aria-selected', row.index === cursor);
    if (row.open === undefined) element.removeAttribute('aria-expanded');
    else element.setAttribute('aria-expanded', row.open);
    element.title = row.about ?? '';
    fill(element, {
      name: row.name, type: row.type, place: row.place, scan: row.scan ?? 'differs', access: ACCESS[row.access] ?? 'differs',
      tags: row.kind === 'tag' ? '' : row.ticked > 0 ? t`${count(row.ticked)} of ${count(row.tags)}` : count(row.found),
    });
  }

  async function move(to) {
    cursor = Math.max(0, Math.min(to, total - 1));
    const top = cursor * ROW;
    if (top < tree.scrollTop) tree.scrollTop = top;
    if (top + ROW > tree.scrollTop + tree.clientHeight) tree.scrollTop = top + ROW - tree.clientHeight;
    draw();
  }

  function toggle(row) {
    if (row?.open === undefined) return;
    if (!toggled.delete(row.id)) toggled.add(row.id);
    reload();
  }

  const tick = (row) => row && page.change(row, { tick: row.ticks !== 'all' });

  tree.addEventListener('scroll', draw);
  tree.addEventListener('click', (event) => {
    const element = event.target.closest('.row');
    if (!element) return;
    const row = rowAt(element.index);
    move(element.index);
    if (event.target.matches('.box')) tick(row);
    if (event.target.matches('.twisty')) toggle(row);
  });
  tree.addEventListener('dblclick', (event) => {
    const element = event.target.closest('.row');
    if (element && !event.target.matches('.box, .twisty')) toggle(rowAt(element.index));
  });
  const KEYS = {
    ArrowDown: () => move(cursor + 1),
    ArrowUp: () => move(cursor - 1),
    PageDown: () => move(cursor + Math.floor(tree.clientHeight / ROW)),
    PageUp: () => move(cursor - Math.floor(tree.clientHeight / ROW)),
    Home: () => move(0),
    End: () => move(total - 1),
    ArrowRight: (row) => row.open === false ? toggle(row) : row.open && move(cursor + 1),
    ArrowLeft: (row) => row.open ? toggle(row) : row.parent >= 0 && move(row.parent),
    Enter: (row) => row.kind === 'tag' ? tick(row) : toggle(row),
    ' ': tick,
  };
  tree.addEventListener('keydown', (event) => {
    const row = rowAt(cursor);
    if (!KEYS[event.key] || !row || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    KEYS[event.key](row);
  });
  new ResizeObserver(draw).observe(tree);

  return {
    reload,
    /** Another search: other rows, from the first on, all of them open. */
    restart() {
      toggled.clear();
      cursor = 0;
      tree.scrollTop = 0;
      reload();
    },
  };
}
