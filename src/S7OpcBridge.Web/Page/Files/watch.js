// A list of tags whose address can be given to others: #watch?tags=Line1/Motor/Speed&tags=Line1/Motor/Running
import { repeat } from './api.js';
import { clone, fill, keyed, list } from './dom.js';
import { age, plural, quality } from './format.js';
import { t } from './language.js';
import { onSession } from './session.js';
import { askValues, offerWrites, valueText } from './values.js';

const EVERY = 1000;
const MOST = 100;
const KEPT = 'watched';

/** The tags watched last in this tab, by their full names. */
const kept = () => JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
const addressOf = (names) => `#watch?${new URLSearchParams(names.map((name) => ['tags', name]))}`;

/** Adds a tag to the list, from another view. */
export function watch(name) {
  const names = kept().filter((each) => each !== name);
  sessionStorage.setItem(KEPT, JSON.stringify([...names, name].slice(-MOST)));
}

export function startWatch(frame) {
  const root = document.getElementById('view-watch');
  const form = root.querySelector('form');
  const rows = list(root, 'watched');
  let names = [];

  const go = (wanted) => {
    history.replaceState(null, '', addressOf(wanted));
    frame.query = new URLSearchParams(location.hash.split('?')[1]);
    arrive();
  };

  async function look() {
    const mine = names;
    const values = names.length === 0 ? [] : await askValues(names);
    if (mine !== names) return;
    const now = Date.now();
    keyed(rows, values, (row) => `${row.plc}/${row.tag}`, create, (element, row) => show(element, row, now));
  }

  function create(row) {
    const element = clone('watch-row');
    const name = `${row.plc}/${row.tag}`;
    element.querySelector('[data-act="drop"]').addEventListener('click', () => go(names.filter((each) => each !== name)));
    return element;
  }

  const now = repeat(EVERY, () => frame.shown === 'watch', look, frame.failed);
  const offer = () => frame.shown === 'watch'
    && look().then(() => offerWrites(new Map([...rows.children].map((element) => [element.key, element])))).catch(frame.failed);

  function arrive() {
    if (frame.shown !== 'watch') return;
    const given = frame.query.getAll('tags');
    if (given.length === 0 && kept().length > 0) {
      go(kept());
      return;
    }
    names = [...new Set(given)].slice(0, MOST);
    sessionStorage.setItem(KEPT, JSON.stringify(names));
    fill(root, {
      none: names.length === 0,
      some: names.length > 0,
      about: names.length === 0 ? '' : t`${plural(names.length, 'tag')}. Whoever opens the address of this page sees the same list.`,
    });
    offer();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = form.elements.tag.value.trim();
    if (name) go([...names, name]);
    form.reset();
  });
  onSession(offer);
  return { arrive: () => { arrive(); now(); } };
}

function show(element, row, now) {
  const level = /^(Good|Uncertain)/.exec(row.quality)?.[0].toLowerCase() ?? 'bad';
  const value = valueText(row);
  const told = `${row.quality} ${value}`;
  const cell = element.querySelector('.value');
  cell.classList.toggle('moved', element.told !== undefined && element.told !== told);
  element.told = told;
  cell.title = value.length > 24 ? value : '';
  fill(element, {
    plc: `${row.plc}/`, name: row.tag, value: value || '–', unit: row.unit ?? '', quality: quality(row.quality), type: row.type ?? '–',
    changed: row.changed ? age(now - Date.parse(row.changed)) : t`never`,
  });
  element.querySelector('.quality').dataset.level = level;
}
