// The end: the map is written, after its difference was seen where it is there already.
import { fill } from './dom.js';
import { t } from './language.js';
import { post } from './talk.js';

export function startWriting(failed) {
  const dialog = document.getElementById('difference');
  let agree = '';

  async function write(agreed) {
    const button = document.getElementById('write');
    button.disabled = true;
    const answer = await post('write', { agreed });
    if (answer.state === 'written') return done(t`The map is written.`, answer.text);
    button.disabled = false;
    if (answer.state === 'refused') throw Object.assign(new Error(answer.text), { status: 'no' });
    agree = answer.agree;
    fill(dialog, { told: answer.text });
    dialog.returnValue = '';
    dialog.showModal();
  }

  function done(outcome, told) {
    const view = document.getElementById('view-done');
    /** @type {NodeListOf<HTMLElement>} */
    const others = document.querySelectorAll('main > section, .views, .top button');
    for (const other of others) other.hidden = true;
    document.getElementById('lost').hidden = true;
    view.hidden = false;
    fill(view, { outcome, told });
    view.focus();
  }

  dialog.addEventListener('close', () => dialog.returnValue === 'write' && write(agree).catch(failed));
  document.getElementById('write').addEventListener('click', () => write('').catch(failed));
  document.getElementById('stop').addEventListener('click', () => post('stop').then(() => done(t`No map is written.`, '')).catch(failed));
}
