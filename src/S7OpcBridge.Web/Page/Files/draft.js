// The changes of the map that are not saved yet. They live in this tab only; the bridge keeps none. Views add edits and texts here and listen for what comes of them.
import { act } from './session.js';

const KEY = `s7opcbridge.draft${location.pathname === '/' ? '' : location.pathname}`; // the path of an import is its key
const CHECK_AFTER = 400;
const LONGEST_PAUSE = 5000;

/** How long a whole load of a large map is waited for. */
export const LOAD_PATIENCE = 120000;

let now = load();
let answer = { findings: [], refused: null };
let timer = 0;
let waiting = null;
let running = false;
let took = 0; // a large map takes seconds to load: then there are longer pauses
const [changed, checked] = [new Set(), new Set()];

/** The draft: edits as the bridge takes them, whole texts of files, and the versions of the files on which both were made. */
export const draft = () => now;

/** How many changes there are. */
export const changes = () => now.edits.length + now.texts.length;

/** What the last check found: {findings, refused}. */
export const findings = () => answer;

/** Calls back after each change of the draft. Returns a function that ends it. */
export const onDraft = (listener) => listen(changed, listener);

/** Calls back with {findings, refused} after each check. Returns a function that ends it. */
export const onFindings = (listener) => listen(checked, listener);

/** Adds edits: {kind: 'set' | 'remove' | 'insert' | 'rename', path, value?, name?, at?, file?}. */
export function addEdits(edits) {
  const kept = [...now.edits];
  for (const edit of edits) {
    const before = edit.kind === 'set' ? sameSet(kept, edit) : -1;
    if (before >= 0) kept[before] = edit;
    else kept.push(edit);
  }
  change({ ...now, edits: kept });
}

/**
 * Puts a whole text in the place of a file's.
 * @param {string} file the file as GET map names it
 * @param {string} text
 * @param {number[]} contained positions of the edits that are in this text already; they leave the draft
 */
export function setText(file, text, contained = []) {
  const gone = new Set(contained);
  change({ ...now, edits: now.edits.filter((_, index) => !gone.has(index)), texts: [...now.texts.filter((one) => one.file !== file), { file, text }] });
}

/** Takes the text of a file out of the draft. */
export const removeText = (file) => change({ ...now, texts: now.texts.filter((one) => one.file !== file) });

/** Takes one edit out of the draft, by its position. */
export const removeEdit = (index) => change({ ...now, edits: now.edits.filter((_, at) => at !== index) });

/** Forgets all changes. */
export const clearDraft = () => change({ edits: [], texts: [], bases: {} });

/** Says on which version of a file the changes are made. */
export function baseOn(file, version) {
  if (now.bases[file] !== version) store({ ...now, bases: { ...now.bases, [file]: version } });
}

/** Takes over the versions that an answer was made of, for files of which none is known yet. */
export function adoptBases(bases) {
  const missing = Object.entries(bases ?? {}).filter(([file]) => !(file in now.bases));
  if (missing.length > 0) store({ ...now, bases: { ...now.bases, ...Object.fromEntries(missing) } });
}

/** Has the draft checked a moment later, and returns {findings, refused}. Many calls become one question. */
export function checkDraft() {
  clearTimeout(timer);
  timer = setTimeout(check, pause());
  waiting ??= Promise.withResolvers();
  return waiting.promise;
}

/** Shows what would be written and what comes of it, and lets the user save. */
export const openReview = () => document.dispatchEvent(new Event('review'));

// An earlier value of the same key is replaced, unless something in between may have given the path another meaning.
function sameSet(edits, { path, file }) {
  for (let at = edits.length - 1; at >= 0 && edits[at].kind === 'set'; at--) {
    if (edits[at].path === path && edits[at].file === file) return at;
  }
  return -1;
}

const pause = () => Math.min(CHECK_AFTER + took / 2, LONGEST_PAUSE);

async function check() {
  if (running) {
    timer = setTimeout(check, pause());
    return;
  }
  const { resolve } = waiting;
  waiting = null;
  running = true;
  const begun = performance.now();
  let found = { findings: [], refused: null };
  try {
    const asked = now;
    if (changes()) found = await act('map/check', asked, LOAD_PATIENCE);
    if (now.bases === asked.bases) adoptBases(found.bases);
  } catch (error) {
    found = { findings: [], refused: null, failed: error.message };
  }
  running = false;
  took = performance.now() - begun;
  answer = found;
  for (const listener of checked) listener(found);
  resolve(found);
}

function change(next) {
  store(next.edits.length + next.texts.length > 0 ? next : { edits: [], texts: [], bases: {} });
  for (const listener of changed) listener();
  checkDraft();
}

function store(next) {
  now = next;
  try {
    if (changes()) sessionStorage.setItem(KEY, JSON.stringify(next));
    else sessionStorage.removeItem(KEY);
  } catch {
    // More than the browser keeps for a tab: then it lasts until the page is left.
  }
}

function load() {
  try {
    const { edits, texts, bases } = JSON.parse(sessionStorage.getItem(KEY));
    return { edits: [...edits], texts: [...texts], bases: { ...bases } };
  } catch {
    return { edits: [], texts: [], bases: {} };
  }
}

function listen(listeners, listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
