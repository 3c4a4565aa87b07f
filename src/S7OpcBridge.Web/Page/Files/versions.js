// The earlier versions of a file: who saved them, what putting one back changes, and putting it back.
import { request } from './api.js';
import { el } from './dom.js';
import { diffTable } from './difflines.js';
import { tell } from './draftbar.js';
import { LOAD_PATIENCE } from './draft.js';
import { t } from './language.js';
import { act, whyNoSaving } from './session.js';

const PATIENCE = 30000;

/** Fills a list with the versions of a file. */
export async function showVersions(root, file) {
  root.replaceChildren(el('li', { class: 'quiet' }, t`Loading …`));
  try {
    const versions = await request(`v1/map/versions?${new URLSearchParams({ file })}`, PATIENCE);
    root.replaceChildren(...(versions.length > 0 ? versions.map((version) => row(root, file, version))
      : [el('li', { class: 'quiet' }, t`There is none yet: the first one is kept when the file is saved here.`)]));
  } catch (error) {
    root.replaceChildren(el('li', { class: 'lost', role: 'alert' }, error.message));
  }
}

function row(root, file, { id, saved, author, isPresent }) {
  const details = el('div', { class: 'shown' });
  const when = new Date(saved).toLocaleString();
  const look = el('button', { type: 'button', class: 'small', 'aria-expanded': 'false', 'aria-label': t`Show what putting back the version of ${when} changes` }, t`Show`);
  look.addEventListener('click', async () => {
    const isOpen = look.getAttribute('aria-expanded') === 'true';
    look.setAttribute('aria-expanded', String(!isOpen));
    look.textContent = isOpen ? t`Show` : t`Hide`;
    details.replaceChildren(...(isOpen ? [] : await shown(root, file, id)));
  });
  return el('li', {}, el('span', {}, when), el('span', { class: 'quiet' }, author ? t`saved by ${author}` : t`written by hand`),
    isPresent ? el('strong', {}, 'present') : look, details);
}

async function shown(root, file, id) {
  try {
    const version = await request(`v1/map/version?${new URLSearchParams({ file, id })}`, PATIENCE);
    const fault = el('p', { class: 'fault', role: 'alert' });
    const back = el('button', { type: 'button', class: 'main' }, t`Put back`);
    const why = whyNoSaving();
    back.disabled = Boolean(why);
    fault.textContent = why;
    back.addEventListener('click', () => putBack(root, back, fault, { file, id, present: version.present }));
    return [version.lines.length > 0 ? diffTable(version.lines, t`What putting it back changes`) : el('p', { class: 'quiet' }, t`It is the same as the present text.`), el('div', { class: 'acts' }, back, fault)];
  } catch (error) {
    return [el('p', { class: 'fault', role: 'alert' }, error.message)];
  }
}

async function putBack(root, button, fault, body) {
  button.disabled = true;
  fault.textContent = '';
  try {
    const { message } = await act('map/restore', body, LOAD_PATIENCE);
    tell(message);
    document.dispatchEvent(new Event('map-saved'));
    await showVersions(root, body.file);
  } catch (error) {
    fault.textContent = sentenceOf(error);
    button.disabled = false;
  }
}

function sentenceOf(error) {
  if (error.status === 409) return t`Somebody else changed the file meanwhile: close the version and show it again.`;
  if (error.status !== 422) return error.message;
  const first = JSON.parse(error.message).findings.find((one) => one.isError);
  return t`With this version the map would not load: ${first.file}:${first.line}: ${first.sentence}`;
}
