// Tokens for scripts: made with some of the user's own roles, shown once, revoked.
import { clone, el, fill, keyed, list } from './dom.js';
import { t, word } from './language.js';
import { act, may, roles } from './session.js';
import { sure } from './sure.js';

/** Shows the tokens of a view. */
export function startTokens(root, run, changed) {
  const dialog = document.getElementById('token-make');
  const form = dialog.querySelector('form');
  const text = dialog.querySelector('output');

  function open() {
    form.reset();
    text.textContent = '';
    list(form, 'token-roles').replaceChildren(...roles().map((role) => el('label', { class: 'tick' }, el('input', { type: 'checkbox', name: 'role', value: role }), word(role))));
    fill(dialog, { isMade: false, isToMake: true, fault: '', hasFault: false });
    dialog.showModal();
  }

  async function make() {
    try {
      const { token } = await act('tokens/add', {
        name: form.elements.name.value,
        roles: [...form.querySelectorAll('[name="role"]:checked')].map((box) => box.value),
        days: Number(form.elements.days.value),
      });
      text.textContent = token;
      fill(dialog, { isMade: true, isToMake: false, fault: '', hasFault: false });
    } catch (error) {
      fill(dialog, { fault: error.message, hasFault: true });
    }
    changed();
  }

  root.querySelector('#token-add').addEventListener('click', open);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    make();
  });
  form.querySelector('[data-close]').addEventListener('click', () => dialog.close());
  form.querySelector('[data-copy]').addEventListener('click', () => navigator.clipboard?.writeText(text.textContent));
  // What is shown once is gone from the page, too.
  dialog.addEventListener('close', () => { text.textContent = ''; });

  function create(token) {
    const line = clone('token-row');
    line.querySelector('[data-act="revoke"]').addEventListener('click', async () => {
      if (await sure(t`Revoke the token ${token.name}? Scripts that use it stop at once.`, t`Revoke`)) run(() => act('tokens/remove', { name: token.name }));
    });
    return line;
  }

  return {
    show(tokens) {
      fill(root, { mayMake: may('tokens/add'), noTokens: tokens.length === 0 });
      keyed(list(root, 'tokens'), tokens, (token) => token.name, create, (line, token) => fill(line, {
        name: token.name, owner: token.owner, roles: word(token.roles.join(', ')), isEnded: !token.isValid, mayRevoke: may('tokens/remove'),
        expires: new Date(token.expires).toLocaleDateString(), used: token.lastUsed ? new Date(token.lastUsed).toLocaleString() : t`never`,
      }));
    },
  };
}
