// What the columns of the table of tags mean: which key a cell shows, and the edits that change it.
import { formatValue, parseValue } from './flowtext.js';
import { t } from './language.js';
import { placeKey } from './pasted.js';

/** The columns, the first for ticks and the last for values of the moment. */
export const COLUMNS = [
  { key: 'tick', title: t`Tick` },
  { key: 'name', title: t`Name` },
  { key: 'address', title: t`Address` },
  { key: 'type', title: t`Type` },
  { key: 'unit', title: t`Unit` },
  { key: 'range', title: t`Range` },
  { key: 'access', title: t`Access` },
  { key: 'scan', title: t`Scan` },
  { key: 'description', title: t`Description` },
  { key: 'now', title: t`Now` },
];
const PLACES = ['address', 'offset', 'symbol'];
const OF_OTHERS = { group: ['name', 'access', 'scan'], use: ['name', 'access', 'scan'], source: ['access', 'scan'], browse: ['name', 'access', 'scan'], block: [],
  member: ['name', 'type', 'unit', 'range', 'access', 'description'], structure: ['name'] };

/** The key behind a cell. */
export const keyIn = (row, column) => (column === 'address' ? PLACES.find((key) => key in row.keys) ?? 'address' : column);

/** What a cell shows. */
export function textOf(row, column) {
  if (column === 'tick' || column === 'now') return '';
  if (column === 'name') return row.name;
  if (row.kind !== 'tag' && column === 'address') return aboutPlace(row);
  const key = keyIn(row, column);
  return formatValue(row.keys[key], key);
}

function aboutPlace(row) {
  const { db, offset, for: loop } = row.keys;
  const parts = [db && `DB${formatValue(db)}`, offset && `+ ${formatValue(offset)}`, loop && t`for ${formatValue(loop)}`];
  return parts.filter(Boolean).join(' ');
}

/** True where somebody may write into the cell. */
export function mayEdit(row, column) {
  if (row.whyNot || column === 'tick' || column === 'now') return false;
  return row.kind === 'tag' || OF_OTHERS[row.kind].includes(column);
}

/** The edits that give a cell a text. */
export function editsFor(row, column, text) {
  const at = { file: row.file };
  if (column === 'name') return renameTo(row, text, at);
  if (column === 'address') {
    const [before, after] = [keyIn(row, column), placeKey(text)];
    if (before !== after && before in row.keys) return [{ kind: 'remove', path: `${row.path}/${before}`, ...at }, set(row, after, text, at)];
    return [set(row, text.trim() ? after : before, text, at)];
  }
  return keyEdits(row, column, text);
}

/** The edits that give a key a text; an empty one removes it. */
export function keyEdits(row, key, text) {
  const at = { file: row.file };
  if (text.trim()) return [set(row, key, text, at)];
  if (row.kind === 'member' && key === 'type') throw new Error(t`A member needs a type; remove the whole row instead.`);
  return key in row.keys ? [{ kind: 'remove', path: `${row.path}/${key}`, ...at }] : [];
}

/** The keys of a row with one of them changed, for a check while somebody types. */
export function keysWith(row, column, text) {
  const keys = { ...row.keys };
  if (column === 'address') {
    delete keys[keyIn(row, column)];
    keys[placeKey(text)] = text;
    return keys;
  }
  if (text.trim()) keys[column] = safely(text, column);
  else delete keys[column];
  return keys;
}

const set = (row, key, text, at) => ({ kind: 'set', path: `${row.path}/${key}`, value: parseValue(text, key), ...at });

function renameTo(row, name, at) {
  if (row.kind === 'use' || row.kind === 'browse') return [{ kind: 'set', path: `${row.path}/${row.kind}`, value: name, ...at }];
  return row.name ? [{ kind: 'rename', path: row.path, name, ...at }] : [{ kind: 'set', path: `${row.path}/name`, value: name, ...at }];
}

function safely(text, key) {
  try {
    return parseValue(text, key);
  } catch {
    return text;
  }
}

/** A row as the bridge checks and reads it. */
export const asDraft = (row, keys = row.keys, name = row.name) => ({ file: row.file, list: row.list, path: row.path, kind: row.kind, name, keys });

/** True for what the bridge can check by itself. */
export const isChecked = (row) => ['tag', 'use', 'browse', 'member'].includes(row.kind) && !row.whyNot;
