// All keys of the present row, with what they mean from the schema of maps.
import { keyEdits } from './cells.js';
import { clone, el, fill, keyed, list } from './dom.js';
import { formatValue } from './flowtext.js';
import { t } from './language.js';
import { keysOf as defined, loadSchema } from './schemahelp.js';

const DEFINED = { tag: 'tag', group: 'group', use: 'use', source: 'from', browse: 'browse', member: 'member' };
const OWN = ['name', 'group', 'use', 'from', 'browse', 'tags']; // told by the row itself

/** The keys that a kind of row can have, with their help: [{key, help, words}]. */
export async function keysOf(kind) {
  try {
    await loadSchema();
  } catch {
    // Then the keys that are written are shown without help.
  }
  return Object.entries(defined(DEFINED[kind]))
    .filter(([key]) => !(OWN.includes(key) && (key !== 'name' || kind === 'tag' || kind === 'group')))
    .map(([key, { description, enum: words }]) => ({ key, help: description, words }));
}

/** @param {HTMLElement} panel @param {(edits: object[]) => void} make @param {(row: object) => object[]} findingsOf */
export function createKeyPanel(panel, make, findingsOf) {
  let shown = null;
  let turn = 0;

  async function show(row, values) {
    const mine = ++turn;
    const keys = row && row.kind !== 'block' ? await keysOf(row.kind) : [];
    if (mine !== turn) return;
    const isOther = !shown || !row || shown.path !== row.path || shown.file !== row.file;
    shown = row;
    panel.hidden = !row;
    if (!row) return;
    const found = findingsOf(row);
    fill(panel, {
      title: row.name || t`Without a name`, place: `${row.group}${row.name}`, where: t`${row.file}, line ${row.line}`,
      why: row.whyNot ?? '', isFixed: Boolean(row.whyNot), note: row.note ?? '', hasNote: Boolean(row.note),
    });
    keyed(list(panel, 'found'), found, (one) => one.sentence, () => el('li'), (item, one) => {
      item.textContent = one.key ? `${one.key}: ${one.sentence}` : one.sentence;
      item.dataset.level = one.isError ? 'bad' : 'uncertain';
    });
    keyed(list(panel, 'read'), values ?? [], (one) => one.member ?? '', () => el('li'), (item, one) => {
      item.dataset.level = one.level;
      item.textContent = `${one.member ? `${one.member}: ` : ''}${one.value || '–'}${one.reason ? ` (${one.reason})` : ''}`;
    });
    const known = keys.map(({ key }) => key);
    const all = [...Object.keys(row.keys).filter((key) => !known.includes(key)).map((key) => ({ key, help: '' })), ...keys];
    const ordered = [...all.filter(({ key }) => key in row.keys), ...all.filter(({ key }) => !(key in row.keys))];
    keyed(list(panel, 'keys'), ordered, ({ key }) => `${row.file}\n${row.path}\n${key}`, ({ key }) => createField(key), (field, about) => fillField(field, about, row, found, isOther));
  }

  function createField(key) {
    const field = clone('edit-key');
    const input = field.querySelector('input');
    const save = () => {
      if (!shown || input.value === field.was) return;
      try {
        make(keyEdits(shown, key, input.value));
        input.setCustomValidity('');
      } catch (error) {
        input.setCustomValidity(error.message);
        input.reportValidity();
      }
    };
    input.addEventListener('change', save);
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      input.value = field.was;
      input.setCustomValidity('');
    });
    return field;
  }

  function fillField(field, { key, help, words }, row, found, isOther) {
    const text = formatValue(row.keys[key], key);
    const input = field.querySelector('input');
    fill(field, { key, help: help ?? '' });
    field.classList.toggle('is-set', key in row.keys);
    input.setAttribute('aria-invalid', found.some((one) => one.key === key && one.isError));
    input.readOnly = Boolean(row.whyNot);
    if (words) input.placeholder = words.join(', ');
    if (isOther || field.was !== text) input.value = text;
    field.was = text;
  }

  return { show };
}
