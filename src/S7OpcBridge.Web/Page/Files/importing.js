// The views of an import, where no bridge runs: the tags that were found, to be ticked; what was left out; and the end. Editing and saving are the console's.
import { endRequests, request } from './api.js';
import { el, fill } from './dom.js';
import { openReview } from './draft.js';
import { startLoad } from './foundload.js';
import { startTree } from './foundtree.js';
import { count, plural } from './format.js';
import { t } from './language.js';
import { showReasons } from './reasons.js';
import { act } from './session.js';

const PATIENCE = 20000;
const TYPING = 150;
const NAMES = ['found', 'edit', 'text', 'left'];

/** Starts them. */
export function startImporting() {
  const top = document.querySelector('.top');
  const view = document.getElementById('view-found');
  const [find, bar] = view.querySelectorAll('form');
  const notes = document.getElementById('found-notes');
  const write = document.getElementById('write-map');
  let selected;
  let tags = 0;
  let isThere = false;
  let isOver = false;
  let typing = 0;

  function failed(error) {
    if (isOver) return;
    const lost = document.getElementById('lost');
    lost.hidden = false;
    lost.textContent = error.status ? error.message : t`The program does not answer (${error.message}). It may have ended; start the import again.`;
  }

  const search = () => ({ search: find.elements.search.value.trim(), tickedOnly: find.elements.tickedOnly.checked });

  /** Changes a row: ticks it, or sets what it is told. */
  async function change(row, wish) {
    try {
      const answer = await act('import/change', { id: row.id, ...search(), ...wish });
      document.getElementById('lost').hidden = true;
      notes.textContent = answer.notes.join('\n');
      showTicked(answer.ticked);
      load(answer.change);
      await tree.reload();
    } catch (error) {
      failed(error);
    }
  }

  function showTicked(ticked) {
    fill(top, { live: t`${count(ticked)} of ${plural(tags, 'tag')} ticked` });
    write.disabled = ticked === 0;
    document.body.classList.toggle('no-map', ticked === 0 && !isThere);
  }

  /** The bar below the tree is about the row under the cursor. What somebody types there is left alone. */
  function showSelected(row) {
    const isOther = row?.id !== selected?.id;
    const { scan, access } = bar.elements;
    selected = row;
    bar.hidden = !row;
    if (!row) return;
    if (isOther) notes.textContent = '';
    fill(bar, {
      title: row.kind === 'tag' ? row.name : `${row.name}: ${plural(row.found, 'tag')}`,
      about: [row.type, row.place, row.about, row.source, row.readOnly].filter(Boolean).join(' · '),
    });
    if (isOther || document.activeElement !== scan) scan.value = row.scan ?? '';
    scan.placeholder = row.scan ? t`as found` : 'differs';
    if (isOther || document.activeElement !== access) access.value = row.access ?? '-';
  }

  function found(answer) {
    const { search: words, tickedOnly } = search();
    document.getElementById('found-count').textContent = !words && !tickedOnly ? plural(answer.found, 'tag') : t`${count(answer.found)} of ${plural(tags, 'tag')} found`;
    showTicked(answer.ticked);
  }

  function end(outcome, told) {
    isOver = true;
    endRequests();
    const done = document.getElementById('view-done');
    /** @type {NodeListOf<HTMLElement>} */
    const others = document.querySelectorAll('main > section, .views, #import-acts, #lost, #draft-bar');
    for (const other of others) other.hidden = true;
    done.hidden = false;
    fill(done, { outcome, told });
    done.focus();
  }

  async function begin() {
    try {
      const overview = await request('v1/import/overview', PATIENCE);
      ({ tags, isThere } = overview);
      const leftOut = overview.sources.reduce((sum, source) => sum + source.leftOut, 0);
      document.title = t`Import into ${overview.map} – S7OpcBridge`;
      fill(top, {
        name: t`Import into ${overview.map}`,
        endpoint: overview.sources.length === 1 ? `${overview.sources[0].path} (${overview.sources[0].format})` : plural(overview.sources.length, 'source'),
        version: `S7OpcBridge ${overview.version}`,
      });
      fill(document.querySelector('.views'), { foundCount: count(tags), leftOutCount: leftOut ? t`${count(leftOut)} left out` : '' });
      document.getElementById('found-intervals').append(...overview.intervals.map((interval) => el('option', { value: interval })));
      showReasons(overview.reasons);
      await tree.reload();
      if (overview.isRestored) notes.textContent = t`Ticked is what the last import took.`;
      load(0);
    } catch (error) {
      failed(error);
    }
  }

  find.addEventListener('submit', (event) => event.preventDefault());
  find.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => tree.restart(), TYPING);
  });
  find.elements.search.addEventListener('keydown', (event) => event.key === 'ArrowDown' && document.getElementById('found-tree').focus());
  bar.addEventListener('submit', (event) => event.preventDefault());
  bar.elements.scan.addEventListener('change', () => change(selected, { scan: bar.elements.scan.value.trim() }));
  bar.elements.access.addEventListener('change', () => change(selected, { access: bar.elements.access.value }));
  write.addEventListener('click', openReview);
  document.getElementById('stop-import').addEventListener('click', () => act('import/stop').then(() => end(t`No map is written.`, '')).catch(failed));
  document.addEventListener('map-saved', (event) => end(t`The map is written.`, event instanceof CustomEvent ? event.detail : ''));
  document.getElementById('import-acts').hidden = false;
  const load = startLoad(failed);
  const tree = startTree({ search, change, selected: showSelected, found, failed });
  return { names: NAMES, views: {}, failed, begin };
}
