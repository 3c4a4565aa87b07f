// What is wrong with which cell: at once for the rows that are looked at, and a moment later from the check of the whole map.
import { asDraft, isChecked } from './cells.js';
import { keyOf } from './entries.js';
import { act } from './session.js';

const MOST = 100;

/** @param {() => void} changed there is something else to show */
export function createFindings(changed) {
  let quick = new Map();
  let whole = new Map();
  let turn = 0;

  /** Checks rows as they are in this state of the map. */
  async function check(state, rows) {
    const mine = ++turn;
    const some = rows.filter(isChecked).slice(0, MOST);
    if (some.length === 0) return;
    const found = await ask(state, some.map((row) => asDraft(row)));
    if (mine !== turn || !found) return;
    for (const row of some) quick.delete(keyOf(row));
    for (const finding of found) add(quick, keyOf(some[finding.row]), finding);
    changed();
  }

  /** The findings in a row as somebody is writing it. */
  const ofDraft = async (state, row) => await ask(state, [row]) ?? [];

  /** Takes the findings of the whole map. */
  function take(answer) {
    whole = new Map();
    for (const { path, file, line, isError, sentence } of answer.findings) {
      // A table's findings name the line only.
      if (!path || path.startsWith('[#')) add(whole, `${file}\n:${line}`, { isError, sentence });
      if (!path) continue;
      add(whole, `${file}\n${path}`, { isError, sentence });
      const cut = path.lastIndexOf('/');
      if (cut > 0) add(whole, `${file}\n${path.slice(0, cut)}`, { key: path.slice(cut + 1), isError, sentence });
    }
    changed();
  }

  /** The findings of a row: {key?, isError, sentence}. */
  function of(row) {
    const key = keyOf(row);
    const all = [...quick.get(key) ?? [], ...whole.get(key) ?? [], ...(row.path.startsWith('[') ? whole.get(`${row.file}\n:${row.line}`) : undefined) ?? []];
    const told = new Map();
    for (const one of all) if (!told.get(one.sentence)?.key) told.set(one.sentence, one);
    return [...told.values()];
  }

  function clear() {
    quick = new Map();
    turn++;
  }

  return { check, ofDraft, take, of, clear };
}

async function ask(state, rows) {
  try {
    return (await act('map/rows', { state, rows })).findings;
  } catch {
    // The check of the whole map follows.
    return null;
  }
}

function add(map, key, finding) {
  if (map.has(key)) map.get(key).push(finding);
  else map.set(key, [finding]);
}
