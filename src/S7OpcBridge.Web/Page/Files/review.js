// What would be written and what comes of it, before it is saved; and what to do where somebody else changed the same.
import { el, fill, isImport, list } from './dom.js';
import { diffTable } from './difflines.js';
import { tell } from './draftbar.js';
import { LOAD_PATIENCE, adoptBases, baseOn, changes, clearDraft, draft, onDraft, removeEdit, removeText } from './draft.js';
import { plural } from './format.js';
import { t } from './language.js';
import { act, whyNoSaving } from './session.js';

const MOST_FINDINGS = 50;

const dialog = () => document.getElementById('review');
let asked = 0;

export function startReview() {
  document.addEventListener('review', open);
  dialog().querySelector('[data-close]').addEventListener('click', () => dialog().close());
  dialog().querySelector('[data-do="save"]').addEventListener('click', save);
  onDraft(() => dialog().open && (changes() || isImport ? look() : dialog().close()));
}

function open() {
  if (dialog().open) return;
  fill(dialog(), { hasDone: false, done: '' });
  dialog().showModal();
  look();
}

async function look() {
  const turn = ++asked;
  ready(false);
  fill(dialog(), { state: t`Loading the map with the changes …`, fault: '', hasFault: false, hasApart: false });
  for (const name of ['conflicts', 'refusals', 'findings', 'effect', 'files']) list(dialog(), name).replaceChildren();
  try {
    const preview = await act('map/preview', draft(), LOAD_PATIENCE);
    if (turn !== asked) return;
    adoptBases(preview.bases);
    show(preview);
  } catch (error) {
    if (turn === asked) fill(dialog(), { state: '', fault: error.message, hasFault: true });
  }
}

function show({ findings, refused, files, effect, conflicts, whyNot }) {
  const errors = findings.filter((one) => one.isError).length;
  const why = whyNoSaving() || whyNot;
  fill(dialog(), {
    state: files.length === 0 && !refused ? t`Nothing in the files differs from what is saved.` : changes() === 0 ? t`${plural(files.length, 'file')} to write.` : t`${plural(changes(), 'change')} in ${plural(files.length, 'file')}.`,
    fault: why ?? '', hasFault: Boolean(why), hasApart: Boolean(effect?.otherNodes.length),
  });
  list(dialog(), 'conflicts').replaceChildren(...conflicts.map(conflict));
  list(dialog(), 'refusals').replaceChildren(...(refused ? [refusal(refused)] : []));
  list(dialog(), 'findings').replaceChildren(...findings.slice(0, MOST_FINDINGS).map(finding), ...more(findings.length - MOST_FINDINGS));
  list(dialog(), 'effect').replaceChildren(...(effect ? effects(effect) : []));
  list(dialog(), 'files').replaceChildren(...files.map((file) => el('section', {}, el('h3', { class: 'mono' }, file.file),
    file.lines.length > 0 ? diffTable(file.lines, t`What changes in ${file.file}`) : el('p', { class: 'quiet' }, t`Only line ends differ.`),
    file.isCut ? el('p', { class: 'quiet' }, t`More lines differ than are shown.`) : '')));
  dialog().querySelector('[name="onlyHere"]').checked = false;
  ready(errors === 0 && !refused && !why && conflicts.length === 0 && (files.length > 0 || isImport));
}

const more = (count) => (count > 0 ? [el('li', {}, `${plural(count, 'more finding')}.`)] : []);

function finding({ isError, sentence, file, line, column }) {
  return el('li', { 'data-level': isError ? 'bad' : 'uncertain' }, el('strong', {}, isError ? t`Error ` : t`Warning `),
    el('a', { href: `#text?${new URLSearchParams({ file, line, column })}`, click: () => dialog().close() }, `${file}:${line}`), ` ${sentence}`);
}

function refusal({ edit, file, line, sentence }) {
  const text = draft().texts.find((one) => one.file === file);
  const remove = edit >= 0 && edit < draft().edits.length ? () => removeEdit(edit) : text ? () => removeText(file) : null;
  return el('div', { class: 'warning' }, el('p', {}, t`A change cannot be made (${file}:${line}): ${sentence}`),
    remove ? el('button', { type: 'button', click: remove }, t`Remove this change`) : '');
}

function effects({ sentences, nodes, otherNodes, lines }) {
  const all = [...sentences];
  if (nodes.length > 1) all.push(t`These nodes read the same files and take the change: ${nodes.join(', ')}.`);
  const rows = [...all.map((sentence) => el('li', {}, sentence)), ...otherNodes.map((sentence) => el('li', { 'data-level': 'uncertain' }, sentence))];
  if (lines.length > 0) rows.push(el('li', {}, el('details', {}, el('summary', {}, t`In detail`), el('ul', { class: 'mono' }, ...lines.map((line) => el('li', {}, line))))));
  return rows;
}

/** Somebody else saved meanwhile: what that was, and how to go on. Nothing of theirs is lost without being seen. */
function conflict({ file, present, author, lines }) {
  const isText = draft().texts.some((one) => one.file === file);
  const goOn = () => {
    baseOn(file, present ?? null);
    look();
  };
  const restart = () => {
    baseOn(file, present ?? null);
    removeText(file);
  };
  return el('section', { class: 'warning' },
    el('h3', {}, t`${author ?? t`Somebody`} changed ${file} meanwhile`),
    present ? el('p', {}, author ? t`It was saved on the page.` : t`It was written by hand.`) : el('p', {}, t`The file is gone.`),
    lines.length > 0 ? diffTable(lines, t`What ${author ?? t`somebody`} changed in ${file}`) : el('p', {}, t`What it was before is not kept any more; below is how your text differs from theirs.`),
    el('div', { class: 'buttons' },
      isText ? el('button', { type: 'button', click: restart }, t`Start again from theirs`) : '',
      el('button', { type: 'button', click: goOn }, isText ? t`Keep my text, I have seen theirs` : t`Make my changes in theirs`)));
}

async function save() {
  ready(false);
  fill(dialog(), { state: t`Saving …`, fault: '', hasFault: false });
  try {
    const body = { ...draft(), ...(dialog().querySelector('[name="onlyHere"]').checked ? { onlyHere: true } : {}) };
    const { message } = await act('map/save', body, LOAD_PATIENCE);
    dialog().close();
    if (!isImport) {
      clearDraft();
      tell(message);
    }
    document.dispatchEvent(new CustomEvent('map-saved', { detail: message }));
  } catch (error) {
    // What came in between is looked at again: errors and conflicts stand there with what can be done.
    if (error.status === 409 || error.status === 422) await look();
    else fill(dialog(), { state: '', fault: error.message, hasFault: true });
  }
}

function ready(isReady) {
  dialog().querySelector('[data-do="save"]').disabled = !isReady;
}
