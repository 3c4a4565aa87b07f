// The user of the page changes the own password.
import { fill } from './dom.js';
import { t } from './language.js';
import { act, may, onSession, renew, user } from './session.js';

/** Offers it to whoever is logged in. */
export function startPassword() {
  const [button, dialog] = [document.getElementById('own-password'), document.getElementById('password-change')];
  const form = dialog.querySelector('form');
  const fields = form.elements;

  function tell(fault, done) {
    fill(dialog, { fault, hasFault: Boolean(fault), done, isChanged: Boolean(done), isToChange: !done });
  }

  async function change() {
    if (fields.new.value !== fields.again.value) {
      tell(t`The new passwords are not the same.`, '');
      fields.again.select();
      return;
    }
    const submit = form.querySelector('[type="submit"]');
    submit.disabled = true;
    try {
      await act('password', { old: fields.old.value, new: fields.new.value });
      form.reset();
      await renew(); // the browser goes on in a new session
      tell('', t`Your password is changed.`);
    } catch (error) {
      tell(error.message, '');
      fields.old.select();
    }
    submit.disabled = false;
  }

  button.addEventListener('click', () => {
    form.reset();
    fields.user.value = user();
    tell('', '');
    dialog.showModal();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    change();
  });
  form.querySelector('[data-close]').addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => form.reset());
  onSession(() => { button.hidden = !may('password'); });
}
