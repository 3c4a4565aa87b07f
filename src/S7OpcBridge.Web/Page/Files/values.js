// Values with their types: which of them the user may write, and the dialog that writes one, twice asked where it is an output.
import { ask, repeat } from './api.js';
import { fill, setText } from './dom.js';
import { quality } from './format.js';
import { t } from './language.js';
import { act, may } from './session.js';

const EVERY = 1000;
const AT_ONCE = 40;
const WRITE = 'values/write';
const WHOLE = ['SByte', 'Byte', 'Int16', 'UInt16', 'Int32', 'UInt32', 'Int64', 'UInt64'];

/** The present values of tags by their full names, Line1/Motor/Speed, with types and with why the user cannot write them. */
export async function askValues(names) {
  const found = [];
  // An address must not become too long.
  for (let at = 0; at < names.length; at += AT_ONCE) found.push(...(await ask('v1/values', { tags: names.slice(at, at + AT_ONCE) })).values);
  return found;
}

/** A value as people read it. */
export const valueText = ({ value }) => (value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value));

/** Gives each row of a table a button for writing, where the user may write its tag. Rows are elements by full name. */
export async function offerWrites(rows) {
  const isOffered = (name) => rows.get(name).querySelector('[data-act="write"]');
  for (const name of rows.keys()) isOffered(name).hidden = true;
  if (!may(WRITE) || rows.size === 0) return;
  for (const row of await askValues([...rows.keys()])) {
    const name = `${row.plc}/${row.tag}`;
    if (!rows.has(name) || row.whyNoWrite || !row.type) continue;
    const button = isOffered(name);
    button.hidden = false;
    button.onclick = () => openWrite(name);
  }
}

const dialog = document.getElementById('write');
const form = dialog.querySelector('form');
let open = null;

/** Opens the dialog for a tag. */
export async function openWrite(name) {
  const [row] = await askValues([name]);
  open = { name, row, isAsked: false };
  form.reset();
  fill(dialog, {
    tag: name,
    unit: row.unit ?? '',
    takes: takes(row),
    whyNot: row.whyNoWrite ?? '',
    hasWhyNot: Boolean(row.whyNoWrite),
    mayWrite: !row.whyNoWrite,
    isBoolean: row.type === 'Boolean' && !row.length,
    isOther: row.type !== 'Boolean' || Boolean(row.length),
    isOutput: false,
  });
  tell('', '');
  form.elements.value.inputMode = WHOLE.includes(row.type) || row.type === 'Float' || row.type === 'Double' ? 'decimal' : 'text';
  showNow(row);
  if (!dialog.open) dialog.showModal();
  (row.type === 'Boolean' && !row.length ? form.elements.truth : form.elements.value).focus();
}

function takes({ type, length, low, high }) {
  const each = low === undefined || high === undefined ? type : t`${type} from ${low} to ${high}`;
  return length ? t`${length} × ${each}, with commas between them` : each;
}

function showNow(row) {
  fill(dialog, { now: valueText(row) || '–', quality: quality(row.quality) });
  const level = /^(Good|Uncertain)/.exec(row.quality)?.[0].toLowerCase() ?? 'bad';
  dialog.querySelector('[data-level]').dataset.level = level;
}

/** What was typed as JSON of the tag's type; throws where it cannot be that. */
function typed({ type, length }) {
  if (type === 'Boolean' && !length) return form.elements.truth.value === 'true';
  const text = form.elements.value.value;
  if (!length) return scalar(type, text);
  return text.split(',').map((part) => scalar(type, part.trim()));
}

function scalar(type, text) {
  if (type === 'String') return text;
  const plain = text.trim();
  if (type === 'Boolean') return plain === 'true' || plain === '1';
  if (type === 'DateTime' || type === 'Int64' || type === 'UInt64') return plain;
  if (plain === '' || !Number.isFinite(Number(plain.replace(',', '.')))) throw new Error(t`“${plain}” is not a number.`);
  return Number(plain.replace(',', '.'));
}

function tell(fault, done) {
  fill(dialog, { fault, hasFault: Boolean(fault), done, hasDone: Boolean(done) });
}

async function write() {
  const { name, row } = open;
  const button = form.querySelector('[type="submit"]');
  tell('', '');
  try {
    const value = typed(row);
    if (row.isOutput && !open.isAsked) {
      open.isAsked = true;
      fill(dialog, { isOutput: true });
      setText(button, t`Write the output`);
      return;
    }
    button.disabled = true;
    const { message } = await act(WRITE, { plc: row.plc, tag: row.tag, value, confirm: open.isAsked });
    if (open?.name === name) tell('', message);
  } catch (error) {
    if (open?.name === name) tell(error.message, '');
  } finally {
    button.disabled = false;
  }
  again();
}

// Another value is asked about again.
function again() {
  if (open) open.isAsked = false;
  fill(dialog, { isOutput: false });
  setText(form.querySelector('[type="submit"]'), t`Write`);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  write();
});
form.addEventListener('input', again);
form.querySelector('[data-close]').addEventListener('click', () => dialog.close());
dialog.addEventListener('close', () => { open = null; });
repeat(EVERY, () => open !== null && dialog.open, async () => {
  const { name } = open;
  const [row] = await askValues([name]);
  if (open?.name === name) showNow(row);
}, () => {});
