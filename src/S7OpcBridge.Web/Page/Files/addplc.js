// Adding a PLC to the draft, or changing one: its address, what answers there, and where its tags come from.
import { fill, list, keyed, clone } from './dom.js';
import { addEdits, setText } from './draft.js';
import { clearReports, examine } from './examine.js';
import { t } from './language.js';
import { browseCpu, importFiles, startOffer } from './offer.js';
import { item } from './paths.js';
import { act, may } from './session.js';
import { readTypedTags } from './typedtags.js';

const dialog = () => document.getElementById('plc-dialog');
const PASSWORD = 'plcs/password';
const OPTIONAL = ['port', 'protocol', 'profile', 'rack', 'slot', 'remoteTsap'];
const NUMBERS = ['port', 'rack', 'slot'];

let run = 0; // of several examinations only the last one counts
let offer = null; // tags to choose from
let certificate; // what the CPU has shown; a password is for this one only
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
  offer = startOffer(dialog());
  dialog().querySelector('[data-do="browse"]').addEventListener('click', () => load(form, () => browseCpu(cpuOf(form))));
  const files = dialog().querySelector('[name="files"]');
  files.addEventListener('change', () => load(form, () => importFiles(files.files)));
  dialog().addEventListener('dragover', (event) => event.preventDefault());
  dialog().addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) load(form, () => importFiles(event.dataTransfer.files));
  });
}

function open(plc, names) {
  const form = dialog().querySelector('form');
  form.reset();
  changed = plc;
  run++;
  certificate = undefined;
  clearReports(dialog());
  offer.clear();
  fill(dialog(), {
    title: plc ? t`Change ${plc.name}` : t`Add a PLC`, take: plc ? t`Add to the changes` : t`Add the PLC`, fault: '', hasFault: false,
    hasFound: false, found: '', mayKeep: may(PASSWORD),
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
    if (answer) {
      certificate = answer.reports.find((report) => report.certificate)?.certificate;
      showFound(form, answer.found ?? []);
    }
  } catch (error) {
    if (isWanted()) fill(dialog(), { fault: error.message, hasFault: true });
  }
  button.disabled = false;
}

function showFound(form, found) {
  fill(dialog(), {
    hasFound: true,
    found: found.length === 0 ? t`Nothing was found that the bridge could read. You can add the PLC all the same.`
      : found.length === 1 ? t`Found:` : t`Both ways work. By symbol the blocks may be optimised, and names come from the CPU.`,
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
  way.protocol === 's7plus' ? t`${way.profile} by symbol` : way.profile,
  way.rack === undefined ? '' : t`rack ${way.rack}, slot ${way.slot}`,
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

/** Has tags found while the dialog stays as it is, and shows them. */
async function load(form, ask) {
  const mine = run;
  fill(dialog(), { loading: t`Reading the tags …`, fault: '', hasFault: false });
  try {
    const answer = await ask();
    if (mine !== run) return;
    offer.show(answer);
    const keys = offer.plc()?.keys ?? {};
    // What the map has is not known here in full, so a PLC of it keeps what it is.
    for (const key of changed ? [] : ['host', ...OPTIONAL]) if (!form.elements[key].value && keys[key] !== undefined) form.elements[key].value = keys[key];
  } catch (error) {
    if (mine === run) fill(dialog(), { fault: error.message, hasFault: true });
  }
  fill(dialog(), { loading: '' });
  form.elements.files.value = '';
}

function cpuOf(form) {
  const { host, port, protocol, profile, rack, slot } = valuesOf(form);
  const [password, user] = [form.elements.password.value || undefined, form.elements.cpuUser.value.trim() || undefined];
  const bySymbol = protocol === 's7plus';
  return { host, bySymbol, port, profile, rack, slot, password, user, certificate: bySymbol && password ? certificate : undefined };
}

/** The new PLC as the map writes it: what the form says, what the source tells besides, and the tags of both. */
function plcOf(name, values, tags, scan, alarms) {
  const { localTsap, connection, pduSize } = offer.plc()?.keys ?? {};
  const besides = Object.entries({ localTsap: values.remoteTsap && localTsap, connection: values.remoteTsap ? undefined : connection, pduSize, scan, alarms });
  return { name, ...values, ...Object.fromEntries(besides.filter(([, value]) => value !== undefined && value !== '')), tags };
}

/** Has the password put into a file, and returns what the map says of it. */
async function keepPassword(form, name, isPlus) {
  const { password, cpuUser, keep } = form.elements;
  if (!keep.checked || !password.value) return {};
  const { file } = await act(PASSWORD, { plc: name, password: password.value, isSession: !isPlus });
  password.value = '';
  const user = cpuUser.value.trim();
  return isPlus ? { password: { file, ...(user ? { user } : {}) } } : { passwordFile: file };
}

async function take(form) {
  const name = form.elements.name.value.trim();
  const values = valuesOf(form);
  const button = form.querySelector('[type="submit"]');
  button.disabled = true;
  try {
    const { tags, scan, edits, texts, alarms } = await offer.taken(changed?.name ?? name);
    const all = [...readTypedTags(form.elements.tags.value, values.protocol === 's7plus'), ...tags];
    Object.assign(values, await keepPassword(form, changed?.name ?? name, values.protocol === 's7plus'));
    for (const { file, text } of texts) setText(file, text);
    if (changed) addEdits([...edits, ...additionsTo(changed.name, all), ...editsOf(name, values)]);
    else addEdits([...edits, { kind: 'insert', path: 'plcs', value: plcOf(name, values, all, scan, alarms) }]);
    dialog().close();
  } catch (error) {
    fill(dialog(), { fault: error.message, hasFault: true });
  }
  button.disabled = false;
}

/** Tags for a PLC of the map. */
const additionsTo = (plc, tags) => tags.map((value) => ({ kind: 'insert', path: `${item('plcs', plc)}/tags`, value }));

function editsOf(name, values) {
  const path = item('plcs', changed.name);
  const edits = [];
  for (const key of ['password', 'passwordFile']) if (values[key]) edits.push({ kind: 'set', path: `${path}/${key}`, value: values[key] });
  for (const key of ['host', ...OPTIONAL]) {
    if (String(values[key] ?? '') === String(changed[key] ?? '')) continue;
    edits.push(values[key] === undefined ? { kind: 'remove', path: `${path}/${key}` } : { kind: 'set', path: `${path}/${key}`, value: values[key] });
  }
  if (name !== changed.name) edits.push({ kind: 'rename', path, name });
  return edits;
}
