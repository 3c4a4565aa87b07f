// The map as text: its files, with findings in the margin, help and completion from the schema, and the earlier versions.
import { request } from './api.js';
import { el, fill, list } from './dom.js';
import { addCompletion } from './completion.js';
import { baseOn, draft, findings, onDraft, onFindings, removeText, setText } from './draft.js';
import { plural } from './format.js';
import { t } from './language.js';
import { act, may, onSession, whyNoSaving, whyNot } from './session.js';
import { loadSchema } from './schemahelp.js';
import { makeEditor } from './texteditor.js';
import { showVersions } from './versions.js';

const PATIENCE = 60000;
const KEEP_AFTER = 300;
const MOST_FINDINGS = 200;
const TEXT = 'map/text';

export function startMapText(frame) {
  const view = document.getElementById('view-text');
  const form = view.querySelector('form.tools');
  const editor = makeEditor(view.querySelector('.editor'), { changed: () => later(), moved: () => place() });
  const completion = addCompletion(editor, view, () => ({ isTable: /\.(csv|tsv)$/i.test(shown.file), isTags: shown.isTags }));
  let shown = { file: '', version: null, disk: '', contained: [], isTags: false };
  let files = [];
  let timer = 0;
  let own = false; // the draft changes because of this view
  let asked = 0;
  let typed = 0;
  let permitted = '';

  form.addEventListener('submit', (event) => event.preventDefault());
  form.elements.file.addEventListener('change', () => { location.hash = `text?${new URLSearchParams({ file: form.elements.file.value })}`; });
  view.querySelector('details.versions').addEventListener('toggle', versions);
  document.addEventListener('map-saved', () => frame.shown === 'text' && load());
  onSession(() => {
    document.getElementById('text-link').hidden = !may(TEXT);
    const permits = `${may(TEXT)} ${whyNoSaving()}`;
    if (permits !== permitted) arrive(); // a session is looked at again and again
    permitted = permits;
  });
  onFindings(mark);
  onDraft(() => !own && frame.shown === 'text' && load());

  async function arrive() {
    if (frame.shown !== 'text') return;
    fill(view, { isShut: !may(TEXT), isOpen: may(TEXT), shut: may(TEXT) ? '' : whyNot('ConfigureAdmin') });
    if (may(TEXT)) await load();
  }

  async function load() {
    const turn = ++asked;
    keep();
    fill(view, { fault: '', hasFault: false });
    try {
      const map = await request('v1/map', PATIENCE);
      loadSchema().catch(() => {}); // then there is no help
      if (turn !== asked) return;
      files = map.files;
      const wanted = frame.query.get('file');
      const added = draft().texts.map((text) => text.file).filter((file) => !files.some((one) => one.file === file));
      const names = [...files.map((one) => one.file), ...added];
      const file = names.includes(wanted) ? wanted : names.includes(shown.file) ? shown.file : map.path;
      form.elements.file.replaceChildren(...names.map((name) => el('option', { value: name }, short(name, map.path))));
      form.elements.file.value = file;
      await open(file, turn);
      versions();
    } catch (error) {
      if (turn === asked) fill(view, { fault: error.message, hasFault: true });
    }
  }

  async function open(file, turn) {
    const { edits, texts } = draft();
    const before = typed;
    const onDisk = files.some((one) => one.file === file) ? await request(`v1/map/text?${new URLSearchParams({ file })}`, PATIENCE) : { text: '' };
    const now = edits.length + texts.length > 0 ? await act('map/edited', { edits, texts, file }, PATIENCE) : { ...onDisk, contained: [] };
    // What was typed meanwhile is newer than the answer.
    if (turn !== asked || (typed !== before && file === shown.file)) return;
    const isSame = shown.file === file && editor.text() === withLf(now.text);
    shown = { file, version: onDisk.version ?? null, disk: withLf(onDisk.text), contained: now.contained, isTags: isTagFile(file, now.text, files[0]?.file) };
    if (!isSame) editor.set(withLf(now.text));
    const why = whyNoSaving() || files.find((one) => one.file === file)?.whyNot || '';
    editor.area.readOnly = Boolean(why);
    fill(view, { why, hasWhy: Boolean(why) });
    mark();
    const line = Number(frame.query.get('line'));
    if (line > 0) editor.goTo(line, Number(frame.query.get('column')) || 1);
    place();
  }

  // While somebody types, the draft follows a moment later.
  function later() {
    typed++;
    clearTimeout(timer);
    timer = setTimeout(keep, KEEP_AFTER);
  }

  function keep() {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    own = true;
    const text = editor.text();
    if (text === shown.disk && shown.contained.length === 0) removeText(shown.file);
    else {
      setText(shown.file, text, shown.contained);
      if (!(shown.file in draft().bases)) baseOn(shown.file, shown.version);
    }
    shown.contained = [];
    own = false;
  }

  function mark() {
    const { findings: all, refused } = findings();
    const everything = refused ? [{ isError: true, ...refused }, ...all] : all;
    const here = everything.filter((one) => one.file === shown.file);
    editor.mark(here);
    const elsewhere = everything.length - here.length;
    fill(view, {
      found: everything.length === 0 ? '' : t`${plural(here.length, 'finding')} in this file${elsewhere > 0 ? t`, ${elsewhere} in others` : ''}`,
    });
    list(view, 'text-findings').replaceChildren(...everything.slice(0, MOST_FINDINGS).map((one) => el('li', { 'data-level': one.isError ? 'bad' : 'uncertain' },
      el('button', { type: 'button', class: 'plain', click: () => jump(one) }, `${one.file === shown.file ? 'line' : short(one.file, files[0]?.file ?? '')} ${one.line}`), ` ${one.sentence}`)));
  }

  function jump({ file, line, column }) {
    if (file === shown.file) editor.goTo(line, column);
    else location.hash = `text?${new URLSearchParams({ file, line, column })}`;
  }

  function place() {
    const { line, column } = editor.place();
    fill(view, { place: t`Line ${line}, column ${column}` });
    completion.explain();
  }

  function versions() {
    const details = view.querySelector('details.versions');
    if (details.open && shown.file) showVersions(list(view, 'versions'), shown.file);
  }

  return { arrive };
}

const withLf = (text) => text.replace(/\r\n?/g, '\n');

/** The name of a file without the folder of the map. */
function short(file, map) {
  const folder = map.slice(0, map.lastIndexOf('/') + 1);
  return folder && file.startsWith(folder) ? file.slice(folder.length) : file;
}

const isTagFile = (file, text, map) => file !== map && /\.ya?ml$/i.test(file) && !/^(include|plcs|constants)\s*:/m.test(text);
