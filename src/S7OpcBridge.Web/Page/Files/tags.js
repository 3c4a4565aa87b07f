// The table of tags: the bridge searches and hands out pages, and only the rows that are shown are asked for again.
import { ask, repeat } from './api.js';
import { clone, el, fill, keyed, list } from './dom.js';
import { age, count, plural, quality } from './format.js';
import { t } from './language.js';
import { onSession } from './session.js';
import { trendAddress } from './trend.js';
import { offerWrites } from './values.js';
import { watch } from './watch.js';

const EVERY = 1000;
const ROWS = 50;
const TYPING = 250;
const MODES = { rate: '', demand: t` (on demand)`, command: t` (on command)` };

export function startTags(frame) {
  const form = document.querySelector('#view-tags form');
  const rows = list(document, 'rows');
  const byId = new Map();
  let after = 0;
  let run = '';
  let size = 0;
  let asked = 0;
  let typing = 0;

  // Which of the rows the user may write is asked for once per page.
  const offer = () => offerWrites(new Map([...byId.values()].map((row) => [row.tag, row]))).catch(frame.failed);

  const query = () => ({ search: form.search.value.trim(), plc: form.plc.value, quality: form.quality.value });

  /** Searches; the last search wins, however long the others take. */
  async function search(from) {
    const mine = ++asked;
    const page = await ask('tags', { ...query(), after: from, count: ROWS });
    if (mine !== asked) return;
    // A reload took the tags away from under the last pages.
    if (page.rows.length === 0 && page.total > 0) return search(ROWS * Math.floor((page.total - 1) / ROWS));
    ({ after, run } = page);
    byId.clear();
    keyed(rows, page.rows, (row) => row.now.id, () => clone('tag-row'), (element, row) => {
      byId.set(row.now.id, element);
      showTag(element, row);
    });
    offer();
    document.getElementById('tags-none').hidden = page.total > 0;
    document.getElementById('tags-found').textContent = page.total <= ROWS ? plural(page.total, 'tag')
      : t`${count(after + 1)} to ${count(after + page.rows.length)} of ${plural(page.total, 'tag')}`;
    document.getElementById('tags-back').disabled = after === 0;
    document.getElementById('tags-on').disabled = after + page.rows.length >= page.total;
  }

  async function refresh() {
    if (byId.size === 0) return search(after);
    const mine = asked;
    const states = await ask('values', { run, ids: [...byId.keys()].join(',') });
    if (mine !== asked) return;
    // A tag that the map has no longer, another run of the bridge, a quality that does not fit the filter any more: the page is another one.
    if (states.length < byId.size || (form.quality.value && states.some((state) => !fits(state)))) return search(after);
    for (const state of states) showState(byId.get(state.id), state);
  }

  const fits = (state) => state.level === form.quality.value || (form.quality.value === 'notgood' && state.level !== 'good');

  const look = (from) => search(from).catch(frame.failed);

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => {
      const wanted = new URLSearchParams(Object.entries(query()).filter(([, value]) => value));
      history.replaceState(null, '', `#tags${wanted.size ? `?${wanted}` : ''}`);
      look(0);
    }, TYPING);
  });
  document.getElementById('tags-back').addEventListener('click', () => look(Math.max(0, after - ROWS)));
  document.getElementById('tags-on').addEventListener('click', () => look(after + ROWS));
  onSession(() => frame.shown === 'tags' && offer());
  const now = repeat(EVERY, () => frame.shown === 'tags', refresh, frame.failed);

  return {
    /** The view is shown, with what the address says. */
    arrive() {
      if (frame.shown !== 'tags') return;
      for (const name of ['search', 'plc', 'quality']) {
        const wanted = frame.query.get(name) ?? '';
        if (name === 'plc' && wanted && ![...form.plc.options].some((option) => option.value === wanted)) form.plc.append(el('option', { value: wanted }, wanted));
        form[name].value = wanted;
      }
      look(0).then(now);
    },
    know(plcs) {
      const chosen = form.plc.value;
      keyed(form.plc, ['', ...plcs.map((plc) => plc.name)], (name) => name, (name) => el('option', { value: name }, name || 'all'));
      form.plc.value = chosen;
      // A reload brought tags or took some.
      const now = plcs.reduce((sum, plc) => sum + plc.tags, 0);
      if (now !== size && size > 0 && frame.shown === 'tags') look(after);
      size = now;
    },
  };
}

function showTag(row, tag) {
  fill(row, {
    plc: `${tag.plc}/`,
    name: tag.name,
    simulated: tag.simulated,
    description: tag.description,
    nodeId: tag.nodeId,
    unit: tag.unit,
    type: tag.type,
    address: tag.address,
    scan: `${tag.scan}${MODES[tag.mode]}`,
    recorded: tag.recorded,
  });
  row.querySelector('.trended').href = trendAddress(tag.plc, tag.name);
  row.tag = `${tag.plc}/${tag.name}`;
  row.querySelector('[data-act="watch"]').onclick = () => {
    watch(row.tag);
    location.hash = '#watch';
  };
  row.shown = undefined;
  showState(row, tag.now);
}

function showState(row, state) {
  const told = `${state.quality} ${state.value}`;
  const moved = row.shown !== undefined && row.shown !== told;
  row.shown = told;
  row.querySelector('.quality').dataset.level = state.level;
  const value = row.querySelector('.value');
  // What the cell is too narrow for.
  value.title = state.value.length > 24 ? state.value : '';
  fill(row, { value: state.value || '–', quality: quality(state.quality), why: state.why ?? '', age: age(state.ageMs), changed: age(state.changedMs) });
  // A fresh change glows for a moment.
  value.classList.toggle('moved', moved);
}
