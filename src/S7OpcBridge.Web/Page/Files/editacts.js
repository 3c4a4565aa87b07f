// What the buttons and the keys of the table of tags do: each makes edits for the draft.
import { COLUMNS, asDraft, editsFor, isChecked, mayEdit, textOf } from './cells.js';
import { draft, removeEdit } from './draft.js';
import { keyOf } from './entries.js';
import { keysOf } from './entrykeys.js';
import { plural } from './format.js';
import { askName, chooseList } from './editdialogs.js';
import { createTypeActs, refreshFor, withoutPlace } from './edittypes.js';
import { t } from './language.js';
import { cellsOf, tagsOf } from './pasted.js';
import { act, may } from './session.js';

const MOST_READ = 100;
const MOST_MOVED = 100; // more are written anew, without their comments

/** @param {any} table {entries, grid, ticked, values, present, tell, make, draw} */
export function createEditActs(table) {
  const { entries, grid, ticked, values, present, tell, make, draw } = table;
  const made = []; // how many edits there were before each change, to take it back
  const button = (name) => document.querySelector(`#view-edit [data-do="${name}"]`);

  /** The rows that are ticked, else those chosen. */
  function chosen() {
    if (ticked.size) return [...ticked.values()];
    const { top, bottom } = grid.chosen();
    const rows = [];
    for (let at = top; at <= bottom; at++) if (entries.total && entries.row(at)) rows.push(entries.row(at));
    return rows;
  }

  async function change(edits) {
    const before = draft().edits.length;
    const isMade = await make(edits);
    if (isMade && draft().edits.length > before) made.push([before, draft().edits.length]);
    return isMade;
  }

  function write(row, column, text) {
    try {
      return change(editsFor(row, column, text));
    } catch (error) {
      tell(error.message, true);
      return Promise.resolve(false);
    }
  }

  /** The list into which something new goes: that of the present group, else the one around the present row. */
  function listHere() {
    const row = present();
    if (row?.inner) return row.inner;
    return row ? { file: row.file, path: row.list } : entries.owner?.list;
  }

  async function insert(items, list = listHere()) {
    if (!list) return;
    const isMade = await change(items.map(({ key, value }) => ({ kind: 'insert', path: list.path, file: list.file, value, ...(key ? { name: key } : {}) })));
    if (isMade) tell(items.length === 1 ? t`Added one entry to the changes.` : t`Added ${items.length} entries to the changes.`);
  }

  async function add() {
    if (entries.owner?.isType) return types.addMember();
    const name = await askName(t`Add a tag`, t`Name, with folders: Motor/Speed`);
    if (!name) return undefined;
    await insert([{ value: { name, address: '', type: '' } }]);
    return entries.reload(Math.max(0, entries.total - 1));
  }

  async function addGroup() {
    if (entries.owner?.isType) return types.addStructure();
    const name = await askName(t`Add a group`, t`Folder of its tags`);
    return name ? insert([{ value: { group: name, tags: [] } }]) : undefined;
  }

  async function addUse() {
    const templates = entries.owners.filter((owner) => owner.isTemplate).map((owner) => owner.name);
    if (templates.length === 0) return tell(t`The map has no templates; write one in the text, under templates.`);
    const name = await askName(t`Use a template`, t`Template`, templates);
    if (name) await insert([{ value: { use: name } }]);
  }

  async function remove() {
    const rows = chosen().filter((row) => !row.whyNot);
    if (rows.length === 0) return tell(present()?.whyNot ?? t`Nothing is ticked.`);
    ticked.clear();
    // From the last one on: positions of the others stay.
    if (await change(rows.toReversed().map(({ path, file }) => ({ kind: 'remove', path, file })))) tell(t`Removed ${plural(rows.length, 'entry', 'entries')}; Ctrl+Z takes it back.`);
  }

  async function moveRows() {
    const rows = chosen().filter((row) => ['tag', 'member'].includes(row.kind) && !row.whyNot);
    if (rows.length === 0) return tell(t`Tick the tags to move.`);
    const list = await chooseList(entries, t`Move ${plural(rows.length, 'tag')}`);
    if (!list) return;
    ticked.clear();
    // Positions in a path would be others after each move.
    const isWhole = rows.length <= MOST_MOVED && rows.every((row) => row.file === list.file && !/\[#\d+\]$/.test(row.path));
    await change(isWhole ? rows.map(({ path, file }) => ({ kind: 'move', path, file, to: list.path })) : [
      ...rows.toReversed().map(({ path, file }) => ({ kind: 'remove', path, file })),
      ...rows.map((row) => ({ kind: 'insert', path: list.path, file: list.file, value: { name: row.name, ...row.keys } })),
    ]);
  }

  /** Moves the present row up or down within its list. */
  async function shift(by) {
    const row = present();
    if (!row || row.whyNot) return tell(row?.whyNot ?? t`Nothing is ticked.`);
    if (!await change([{ kind: 'move', path: row.path, file: row.file, by }])) return undefined;
    const [first, end] = grid.inSight();
    for (let at = first; at < end; at++) {
      const other = entries.row(at);
      if (other?.path === row.path && other.file === row.file) grid.go(at, grid.at.column);
    }
    return undefined;
  }

  /** Delete empties the chosen cells; in the column of ticks it removes the rows. */
  async function clear() {
    const { top, bottom, left, right } = grid.chosen();
    if (grid.at.column === 0) return remove();
    const edits = [];
    for (let at = top; at <= bottom; at++) {
      const row = entries.row(at);
      for (let column = left; row && column <= right; column++) {
        const { key } = COLUMNS[column];
        if (key !== 'name' && !(key === 'type' && row.kind === 'member') && mayEdit(row, key) && textOf(row, key)) edits.push(...editsFor(row, key, ''));
      }
    }
    return change(edits);
  }

  function tick(at = grid.at.row) {
    const row = entries.row(at);
    if (!row) return;
    if (!ticked.delete(keyOf(row))) ticked.set(keyOf(row), row);
    draw();
  }

  function copied() {
    const columns = COLUMNS.filter(({ key }) => key !== 'tick' && key !== 'now');
    const line = (row, some) => some.map(({ key }) => quoted(textOf(row, key))).join('\t');
    if (ticked.size) return [columns.map(({ key }) => key).join('\t'), ...[...ticked.values()].map((row) => line(row, columns))].join('\n');
    const { left, right } = grid.chosen();
    return chosen().map((row) => line(row, COLUMNS.slice(Math.max(1, left), Math.max(1, right) + 1))).join('\n');
  }

  async function pasted(text) {
    try {
      const cells = cellsOf(text);
      const found = tagsOf(cells, (await keysOf(entries.owner?.isType ? 'member' : 'tag')).map(({ key }) => key).concat('name'));
      if (!found) return await pasteCells(cells);
      await insert(found.tags.map((tag) => ({ value: entries.owner?.isType ? withoutPlace(tag) : tag })));
      if (found.ignored.length) tell(t`Added ${plural(found.tags.length, 'tag')}; left out ${found.ignored.join(', ')}, which a tag does not have.`);
    } catch (error) {
      tell(error.message, true);
    }
  }

  // A block of values goes over the cells from the present one on; one value fills all chosen cells.
  async function pasteCells(cells) {
    const { top, bottom, left, right } = grid.chosen();
    const isOne = cells.length === 1 && cells[0].length === 1;
    const [height, width] = isOne ? [bottom - top + 1, right - left + 1] : [cells.length, Math.max(...cells.map((row) => row.length))];
    const edits = [];
    for (let y = 0; y < height; y++) {
      const row = top + y < entries.total ? entries.row(top + y) : null;
      for (let x = 0; row && x < width && left + x < COLUMNS.length; x++) {
        const { key } = COLUMNS[left + x];
        const text = isOne ? cells[0][0] : cells[y][x];
        if (text !== undefined && mayEdit(row, key)) edits.push(...editsFor(row, key, text));
      }
    }
    if (edits.length) await change(edits);
    else tell(t`Nothing here takes what was copied. Tags begin with a line of headings such as name, address, type, unit.`);
  }

  /** Takes the last change back, as long as nothing else came behind it. */
  function undo() {
    const last = made.pop();
    if (!last || draft().edits.length !== last[1]) return tell(t`Take other changes back in the review of all changes.`);
    for (let at = last[1] - 1; at >= last[0]; at--) removeEdit(at);
    return tell(t`Taken back.`);
  }

  /** Reads what the PLC has at the chosen rows now. */
  async function peek() {
    let rows = ticked.size || grid.chosen().bottom > grid.chosen().top ? chosen() : inSight();
    rows = rows.filter((row) => row.kind === 'tag' && isChecked(row)).slice(0, MOST_READ);
    if (rows.length === 0) return tell(t`There is no tag to read here.`);
    button('peek').disabled = true;
    try {
      const answer = await act('map/peek', { state: entries.state, rows: rows.map((row) => asDraft(row)) });
      for (const row of rows) values.delete(keyOf(row));
      for (const value of answer.values) {
        const key = keyOf(rows[value.row]);
        values.set(key, [...values.get(key) ?? [], value]);
      }
      const good = answer.values.filter((value) => value.level === 'good').length;
      tell(answer.whyNot ?? t`Read once: ${plural(answer.values.length, 'value')}, ${good} good${answer.leftOut ? t`; ${answer.leftOut} more were too many` : ''}.`, Boolean(answer.whyNot));
    } catch (error) {
      tell(error.message, true);
    }
    button('peek').disabled = false;
    draw();
  }

  function inSight() {
    const [first, end] = grid.inSight();
    return Array.from({ length: end - first }, (_, at) => entries.row(first + at)).filter(Boolean);
  }

  function refresh() {
    button('peek').hidden = !may('map/peek') || Boolean(entries.owner?.isType);
    refreshFor(entries.owner, button);
    for (const name of ['remove', 'move', 'up', 'down']) button(name).disabled = entries.total === 0;
    document.getElementById('edit-ticked').textContent = ticked.size ? t`${plural(ticked.size, 'entry', 'entries')} ticked` : '';
  }

  const types = createTypeActs({ ...table, change, insert });
  const work = { add, group: addGroup, use: addUse, remove, move: moveRows, up: () => shift(-1), down: () => shift(1), peek, type: types.add, rename: types.rename, drop: types.drop };
  for (const [name, does] of Object.entries(work)) button(name).addEventListener('click', does);
  return { write, clear, tick, remove, add, shift, undo, copied, pasted, refresh };
}

const quoted = (text) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
