// The entries of a PLC, template or UDT with the changes of the draft: only those that are looked at are fetched.
import { addEdits, draft, removeEdit } from './draft.js';
import { act } from './session.js';

const PAGE = 100;
const KEPT = 20;

export const keyOf = (row) => `${row.file}\n${row.path}`;

/** What the table shows. @param {() => void} changed something is there to be drawn @param {(error: Error) => void} failed */
export function createEntries(changed, failed) {
  const entries = { total: 0, owners: [], owner: null, types: [], groups: [], state: '', fault: '', row, find, reload, make, isKnown: false };
  let pages = new Map();
  let asked = new Set();
  let wanted = { owner: undefined, isTemplate: false, isType: false, search: '' };
  let turn = 0;
  let known = null; // the draft of the state

  /** The row at a position; undefined: it is on its way. */
  function row(at) {
    const page = Math.floor(at / PAGE);
    if (pages.has(page)) return pages.get(page)[at % PAGE];
    fetchPage(page);
    return undefined;
  }

  function find(what) {
    wanted = { ...wanted, ...what };
    return reload();
  }

  /** Asks for the entries with the present draft. */
  async function reload(near = 0) {
    const mine = ++turn;
    const page = Math.floor(near / PAGE);
    const now = draft();
    try {
      const answer = await askWith(now, { ...wanted, after: page * PAGE, count: PAGE });
      if (mine !== turn) return null;
      known = answer.refused ? null : now;
      pages = new Map([[page, answer.rows]]);
      asked = new Set();
      take(answer);
      Object.assign(entries, { owners: answer.owners, types: answer.types, groups: answer.groups, fault: answer.fault ?? '', isKnown: true });
      if (answer.rows.length === 0 && answer.total > 0 && page > 0) return reload(answer.total - 1);
      changed();
      return answer;
    } catch (error) {
      if (mine === turn) failed(error);
      return null;
    }
  }

  // Where the draft has only grown since the last answer, the new edits alone are sent: they need not wait for checks of the whole map.
  async function askWith({ edits, texts }, find) {
    if (known && entries.state && known.texts === texts && known.edits.length <= edits.length && known.edits.every((edit, at) => edit === edits[at])) {
      try {
        return await act('map/entries/more', { state: entries.state, edits: edits.slice(known.edits.length), ...find });
      } catch (error) {
        if (error.status !== 404 && error.status !== 413) throw error;
      }
    }
    return act('map/entries', { edits, texts, find });
  }

  async function fetchPage(page) {
    if (asked.has(page) || !entries.state) return;
    asked.add(page);
    const mine = turn;
    try {
      const answer = await act('map/entries/more', { state: entries.state, ...wanted, after: page * PAGE, count: PAGE });
      if (mine !== turn) return;
      pages.set(page, answer.rows);
      for (const old of [...pages.keys()].slice(0, Math.max(0, pages.size - KEPT))) {
        pages.delete(old);
        asked.delete(old);
      }
      take(answer);
      changed();
    } catch (error) {
      if (mine !== turn) return;
      asked.delete(page);
      if (error.status === 404) reload(page * PAGE);
      else failed(error);
    }
  }

  function take(answer) {
    Object.assign(entries, { state: answer.state, total: answer.total, owner: answer.owner });
  }

  /** Makes edits; those that cannot be made are taken back, and the reason is thrown. */
  async function make(edits, near = 0) {
    const before = draft().edits.length;
    addEdits(edits);
    const answer = await reload(near);
    if (!answer?.refused) return answer;
    for (let at = draft().edits.length - 1; at >= before; at--) removeEdit(at);
    await reload(near);
    throw new Error(answer.refused.sentence);
  }

  return entries;
}
