// The tags as the map writes them, in a table for the keyboard. Changes go into the draft; nothing is saved here.
import { createFindings } from './cellfindings.js';
import { COLUMNS, asDraft, isChecked, keyIn, keysWith, mayEdit, textOf } from './cells.js';
import { el, fill } from './dom.js';
import { changes, onDraft, onFindings } from './draft.js';
import { createLoadPanel } from './editload.js';
import { createEntries, keyOf } from './entries.js';
import { createEditActs } from './editacts.js';
import { createKeyPanel } from './entrykeys.js';
import { count, plural } from './format.js';
import { createGrid } from './grid.js';
import { listenToGrid } from './gridkeys.js';
import { t } from './language.js';
import { may, onSession, whyNot } from './session.js';

const TYPING = 250;
const CHECK_TYPED = 120;
const LISTS = { type: 'edit-types', access: 'edit-access', scan: 'edit-scans' };

export function startEdit(frame) {
  const view = document.getElementById('view-edit');
  const form = view.querySelector('form');
  const told = document.getElementById('edit-told');
  const entries = createEntries(shown, failed);
  const findings = createFindings(draw);
  const ticked = new Map(); // rows by their keys
  const values = new Map(); // what was read, by the keys of rows
  const grid = createGrid(view.querySelector('.grid'), {
    columns: COLUMNS, total: () => entries.total, rowAt: entries.row, isTicked: (row) => ticked.has(keyOf(row)), draw: drawCell,
  });
  const load = createLoadPanel(document.getElementById('edit-load'));
  const present = () => (entries.total ? entries.row(grid.at.row) : undefined);
  const tell = (text, isBad = false) => {
    told.textContent = text;
    told.classList.toggle('bad', isBad);
  };
  const acts = createEditActs({ entries, grid, ticked, values, findings, present, tell, make, draw, find });
  const keys = createKeyPanel(document.getElementById('edit-keys'), (edits) => make(edits), findings.of);
  let isMaking = false;
  let typing = 0;
  let checking = 0;

  async function make(edits) {
    if (edits.length === 0) return true;
    isMaking = true;
    try {
      await entries.make(edits, grid.at.row);
      return true;
    } catch (error) {
      tell(error.message, true);
      return false;
    } finally {
      isMaking = false;
    }
  }

  // Something new is there: rows of another page, or another state of the map.
  function shown() {
    fillForm();
    for (const key of ticked.keys()) if (entries.total === 0) ticked.delete(key);
    document.getElementById('edit-count').textContent = entries.total === entries.owner?.rows ? plural(entries.total, 'entry', 'entries')
      : t`${count(entries.total)} of ${plural(entries.owner?.rows ?? 0, 'entry', 'entries')}`;
    fill(view, { fault: entries.fault, hasFault: Boolean(entries.fault), none: entries.isKnown && !entries.fault && entries.total === 0 });
    draw();
    const [first, end] = grid.inSight();
    const rows = [];
    for (let at = first; at < end; at++) if (entries.row(at)) rows.push(entries.row(at));
    findings.check(entries.state, rows);
    load.plan(entries.owner && !entries.owner.isTemplate && !entries.owner.isType ? entries.owner.name : '', entries.state);
  }

  function draw() {
    grid.draw();
    const row = present();
    keys.show(row ?? null, row && values.get(keyOf(row)));
    acts.refresh();
  }

  function drawCell(row, cell, column) {
    cell.removeAttribute('aria-invalid');
    cell.title = '';
    if (!row) {
      cell.replaceChildren(column === 'name' ? '…' : '');
      return;
    }
    if (column === 'tick') return drawTick(row, cell);
    if (column === 'now') return drawNow(row, cell);
    const text = textOf(row, column);
    const key = column === 'name' ? 'name' : keyIn(row, column);
    const own = findings.of(row).filter((one) => one.key === key || (column === 'name' && !COLUMNS.some((each) => keyIn(row, each.key) === one.key)));
    cell.replaceChildren(...(column === 'name' ? [el('span', { class: 'folder' }, row.group), text || t`(no name)`] : [text]));
    if (own.length === 0) {
      cell.title = row.whyNot ?? row.note ?? '';
      return;
    }
    cell.setAttribute('aria-invalid', own.some((one) => one.isError) ? 'true' : 'false');
    cell.title = own.map((one) => one.sentence).join('\n');
    cell.append(el('span', { class: 'mark', 'data-level': own.some((one) => one.isError) ? 'bad' : 'uncertain', 'aria-hidden': 'true' }));
  }

  function drawTick(row, cell) {
    if (ticked.has(keyOf(row))) ticked.set(keyOf(row), row);
    cell.replaceChildren(el('span', { class: 'tick', 'aria-hidden': 'true' }, ticked.has(keyOf(row)) ? '☑' : '☐'));
    cell.setAttribute('aria-label', ticked.has(keyOf(row)) ? t`${row.name} is ticked` : t`${row.name} is not ticked`);
  }

  function drawNow(row, cell) {
    const read = values.get(keyOf(row));
    cell.replaceChildren(...(read ? [el('span', { 'data-level': read[0].level }, read.slice(0, 3).map((one) => `${one.member ? `${one.member} ` : ''}${one.value || one.quality}`).join(', '))] : []));
    cell.title = read?.map((one) => one.reason).filter(Boolean).join('\n') ?? '';
  }

  // Writes into the present cell; what is typed is checked at once, with the words of the check of the whole map.
  function edit(first) {
    const row = present();
    const column = COLUMNS[grid.at.column].key;
    if (!row || grid.isEditing()) return;
    if (!mayEdit(row, column)) {
      tell(row.whyNot ?? row.note ?? t`This cell has nothing that could be changed here.`);
      return;
    }
    const was = row.kind !== 'tag' && column === 'address' ? '' : textOf(row, column);
    let draftTurn = 0;
    grid.edit(first ?? was, { 'aria-label': t`${COLUMNS[grid.at.column].title} of ${row.name}`, list: LISTS[column] }, {
      typed(text, input) {
        clearTimeout(checking);
        const mine = ++draftTurn;
        if (!isChecked(row)) return;
        checking = setTimeout(async () => {
          const found = await findings.ofDraft(entries.state, column === 'name' ? asDraft(row, row.keys, text) : asDraft(row, keysWith(row, column, text)));
          if (mine !== draftTurn || !input.isConnected) return;
          const bad = found.filter((one) => one.isError);
          input.setAttribute('aria-invalid', bad.length > 0);
          tell(bad[0]?.sentence ?? found[0]?.sentence ?? '', bad.length > 0);
        }, CHECK_TYPED);
      },
      done(text, move) {
        clearTimeout(checking);
        draftTurn++;
        if (text !== null && text !== was) {
          tell('');
          acts.write(row, column, text);
        }
        if (move) grid.go(grid.at.row + move[0], grid.at.column + move[1]);
      },
    });
  }

  function fillForm() {
    const chosen = entries.owner ? valueOf(entries.owner) : '';
    form.owner.replaceChildren(...entries.owners.map((owner) => el('option', { value: valueOf(owner) }, owner.isType ? t`UDT ${owner.name}` : owner.isTemplate ? t`template ${owner.name}` : owner.name)));
    form.owner.value = chosen;
    fillList('edit-types', ['Bool', 'Byte', 'Int', 'DInt', 'Word', 'DWord', 'Real', 'LReal', 'String[20]', 'Time', ...entries.types]);
    fillList('edit-scans', entries.owner?.scans ?? []);
    fillList('edit-access', ['read', 'readwrite', 'write']);
  }

  const fillList = (id, words) => document.getElementById(id).replaceChildren(...words.map((value) => el('option', { value })));

  function look() {
    const [kind, ...name] = form.owner.value.split(':');
    const search = form.search.value.trim();
    const query = new URLSearchParams(Object.entries({ [kind]: name.join(':'), search }).filter(([key, value]) => key && value));
    history.replaceState(null, '', `#edit${query.size ? `?${query}` : ''}`);
    find({ [kind]: name.join(':'), search });
  }

  /** @param {{ plc?: string, template?: string, type?: string, search?: string }} wanted */
  function find({ plc, template, type, search }) {
    ticked.clear();
    findings.clear();
    grid.go(0, 1);
    return entries.find({ owner: type || template || plc || undefined, isTemplate: Boolean(template), isType: Boolean(type), search: search ?? '' });
  }

  function failed(error) {
    if (error.status === 401 || error.status === 403) fill(view, { fault: whyNot('ConfigureAdmin'), hasFault: true });
    else tell(error.message, true);
  }

  const arrive = () => {
    const isHere = frame.shown === 'edit';
    document.getElementById('edit-link').hidden = !may('map/entries');
    fill(view, { mayEdit: may('map/entries') });
    if (!isHere) return;
    if (!may('map/entries')) {
      fill(view, { fault: whyNot('ConfigureAdmin'), hasFault: true });
      return;
    }
    form.search.value = frame.query.get('search') ?? '';
    find({ plc: frame.query.get('plc') ?? '', template: frame.query.get('template') ?? '', type: frame.query.get('type') ?? '', search: form.search.value });
  };

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(look, TYPING);
  });
  grid.onMove(() => {
    const row = present();
    const own = row ? findings.of(row) : [];
    keys.show(row ?? null, row && values.get(keyOf(row)));
    const column = COLUMNS[grid.at.column].key;
    const here = own.find((one) => row && one.key === (column === 'name' ? 'name' : keyIn(row, column))) ?? own[0];
    tell(here?.sentence ?? '', Boolean(here?.isError));
  });
  listenToGrid(view.querySelector('.grid'), grid, { ...acts, edit, columns: COLUMNS.length });
  onDraft(() => frame.shown === 'edit' && !isMaking && entries.reload(grid.at.row));
  onFindings((answer) => {
    findings.take(answer);
    if (changes() === 0) values.clear();
  });
  let might = may('map/entries');
  onSession(() => {
    // It is told every now and then; who works in the table stays where they are.
    if (might === may('map/entries')) return;
    might = may('map/entries');
    arrive();
  });
  return { arrive };
}

const valueOf = (owner) => `${owner.isType ? 'type' : owner.isTemplate ? 'template' : 'plc'}:${owner.name}`;
