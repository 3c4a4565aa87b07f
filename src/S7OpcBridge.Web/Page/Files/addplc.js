// Adding a PLC to the draft, or changing one: its address, what answers there, and where its tags come from.
import { fill, list, keyed, clone } from './dom.js';
import { addEdits } from './draft.js';
import { clearReports, examine } from './examine.js';
import { item } from './paths.js';
import { readTypedTags } from './typedtags.js';

const dialog = () => document.getElementById('plc-dialog');
const OPTIONAL = ['port', 'protocol', 'profile', 'rack', 'slot', 'remoteTsap'];
const NUMBERS = ['port', 'rack', 'slot'];

let run = 0; // of several examinations only the last one counts
let changed = null; // the PLC that is changed; null: one is added

/** Opens the dialog for a PLC that is not there yet. */
export const addPlc = (names) => open(null, names);

/** Opens the dialog for one of the map: {name, host, port, profile, …} as the map has it now. */
export const changePlc = (plc) => open(plc, []);

/** Prepares the dialog once. */
export function startPlcDialog() {
  const form = dialog().querySelector('form');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    take(form);
  });
  form.elements.host.addEventListener('input', () => fill(dialog(), { mayExamine: true }));
  dialog().querySelector('[data-do="examine"]').addEventListener('click', () => look(form));
  dialog().querySelector('[data-close]').addEventListener('click', () => dialog().close());
  dialog().addEventListener('close', () => { run++; });
}

function open(plc, names) {
  const form = dialog().querySelector('form');
  form.reset();
  changed = plc;
  run++;
  clearReports(dialog());
  fill(dialog(), {
    title: plc ? `Change ${plc.name}` : 'Add a PLC', take: plc ? 'Add to the changes' : 'Add the PLC', fault: '', hasFault: false,
    isNew: !plc, hasFound: false, found: '',
  });
  list(dialog(), 'ways').replaceChildren();
  form.elements.name.value = plc?.name ?? freeName(names);
  for (const key of ['host', ...OPTIONAL]) form.elements[key].value = plc?.[key] ?? '';
  dialog().showModal();
  form.elements.host.focus();
}

function freeName(names) {
  for (let number = 1; ; number++) if (!names.includes(`PLC${number}`)) return `PLC${number}`;
}

async function look(form) {
  const mine = ++run;
  const isWanted = () => mine === run && dialog().open;
  const button = dialog().querySelector('[data-do="examine"]');
  button.disabled = true;
  clearReports(dialog());
  fill(dialog(), { fault: '', hasFault: false, hasFound: false });
  try {
    const { host, remoteTsap, ...rest } = valuesOf(form);
    const answer = await examine(dialog(), { host, ...rest }, isWanted);
    if (answer) showFound(form, answer.found ?? []);
  } catch (error) {
    if (isWanted()) fill(dialog(), { fault: error.message, hasFault: true });
  }
  button.disabled = false;
}

function showFound(form, found) {
  fill(dialog(), {
    hasFound: true,
    found: found.length === 0 ? 'Nothing was found that the bridge could read. You can add the PLC all the same.'
      : found.length === 1 ? 'Found:' : 'Both ways work. By symbol the blocks may be optimised, and names come from the CPU.',
  });
  keyed(list(dialog(), 'ways'), found, (way) => way.protocol, () => clone('plc-way'), (row, way, index) => {
    const radio = row.querySelector('input');
    radio.checked = index === found.length - 1;
    radio.onchange = () => use(form, way);
    fill(row, { way: sentence(way) });
  });
  if (found.length) use(form, found[found.length - 1]);
}

const sentence = (way) => [
  way.protocol === 's7plus' ? `${way.profile} by symbol` : way.profile,
  way.rack === undefined ? '' : `rack ${way.rack}, slot ${way.slot}`,
  way.remoteTsap ? `TSAP ${way.remoteTsap}` : '',
].filter(Boolean).join(', ');

function use(form, way) {
  form.elements.protocol.value = way.protocol === 's7plus' ? 's7plus' : '';
  for (const key of ['profile', 'rack', 'slot', 'remoteTsap']) form.elements[key].value = way[key] ?? '';
}

/** What the form says, without what is empty. */
function valuesOf(form) {
  const values = { host: form.elements.host.value.trim() };
  for (const key of OPTIONAL) {
    const text = form.elements[key].value.trim();
    if (text) values[key] = NUMBERS.includes(key) ? Number(text) : text;
  }
  return values;
}

function take(form) {
  const name = form.elements.name.value.trim();
  const values = valuesOf(form);
  try {
    if (changed) addEdits(editsOf(name, values));
    else addEdits([{ kind: 'insert', path: 'plcs', value: { name, ...values, tags: readTypedTags(form.elements.tags.value, values.protocol === 's7plus') } }]);
  } catch (error) {
    fill(dialog(), { fault: error.message, hasFault: true });
    return;
  }
  dialog().close();
}

function editsOf(name, values) {
  const path = item('plcs', changed.name);
  const edits = [];
  for (const key of ['host', ...OPTIONAL]) {
    if (String(values[key] ?? '') === String(changed[key] ?? '')) continue;
    edits.push(values[key] === undefined ? { kind: 'remove', path: `${path}/${key}` } : { kind: 'set', path: `${path}/${key}`, value: values[key] });
  }
  if (name !== changed.name) edits.push({ kind: 'rename', path, name });
  return edits;
}
