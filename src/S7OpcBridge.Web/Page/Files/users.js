// Users, who is logged in, and the tokens of scripts.
import { ask, repeat } from './api.js';
import { clone, el, fill, keyed, list } from './dom.js';
import { age, plural } from './format.js';
import { t, word } from './language.js';
import { act, may, onSession, whyNot } from './session.js';
import { sure } from './sure.js';
import { startTokens } from './tokens.js';

const EVERY = 5000;
const ROLE = 'SecurityAdmin';

export function startUsers(frame) {
  const root = document.getElementById('view-users');
  const dialog = document.getElementById('user-edit');
  const form = dialog.querySelector('form');
  const tokens = startTokens(root, (work) => run(work), () => now());
  let roles = [];
  let edited = null;

  const tell = (done, fault) => fill(root, { done, hasDone: Boolean(done), fault, hasFault: Boolean(fault) });

  /** Has something done and tells what came of it; true where it was done. */
  async function run(work) {
    try {
      const { message } = await work();
      tell(message, '');
      return true;
    } catch (error) {
      tell('', error.message);
      return false;
    } finally {
      now();
    }
  }

  const show = (answer) => {
    ({ roles } = answer);
    fill(root, {
      usersAbout: answer.whyNoChange ?? t`${plural(answer.users.length, 'user')}. A change counts at once, also for open sessions.`,
      loggedIn: t`${plural(answer.clients.length, 'OPC UA session')} with a user, ${plural(answer.browsers.length, 'browser')}.`,
      mayChange: !answer.whyNoChange && may('users/add'),
    });
    keyed(list(root, 'users'), answer.users, (user) => user.name, createUser, (line, user) => showUser(line, user, !answer.whyNoChange));
    keyed(list(root, 'browsers'), answer.browsers, (browser) => browser.session, createBrowser, (line, browser) => fill(line, {
      user: browser.user, what: browser.isOwn ? t`this browser` : 'browser', from: browser.from, age: age(browser.ageMs), idle: age(browser.idleMs), mayEnd: may('users/end-session'),
    }));
    keyed(list(root, 'user-clients'), answer.clients, (_, index) => index, () => clone('logged-in'), (line, client) => fill(line, {
      user: client.user, what: client.application, from: client.remote ?? '', age: age(client.ageMs), idle: '', mayEnd: false,
    }));
    tokens.show(answer.tokens);
  };

  function createUser(user) {
    const line = clone('user-row');
    line.querySelector('[data-act="edit"]').addEventListener('click', () => edit(line.user));
    line.querySelector('[data-act="remove"]').addEventListener('click', async () => {
      if (await sure(t`Remove the user ${user.name}? The sessions and tokens of this user end at once.`, t`Remove`)) run(() => act('users/remove', { name: user.name }));
    });
    return line;
  }

  function createBrowser(browser) {
    const line = clone('logged-in');
    line.querySelector('[data-act="end"]').addEventListener('click', async () => {
      if (await sure(t`End the session of ${browser.user}?`, t`End it`)) run(() => act('users/end-session', { session: browser.session }));
    });
    return line;
  }

  function showUser(line, user, mayChange) {
    line.user = user;
    const ways = [user.hasPassword ? 'password' : '', user.certificate ? t`certificate ${user.certificate}` : ''].filter(Boolean);
    fill(line, {
      name: user.name, roles: word(user.roles.join(', ')), ways: ways.join(', '), description: user.description ?? '', isDisabled: user.isDisabled,
      mayEdit: mayChange && may('users/change'), mayRemove: mayChange && may('users/remove') && !user.mayNotBeRemoved,
    });
  }

  /** Opens the dialog for a user; null: a new one. */
  function edit(user) {
    edited = user;
    form.reset();
    const fields = form.elements;
    fields.name.value = user?.name ?? '';
    fields.name.readOnly = Boolean(user);
    fields.description.value = user?.description ?? '';
    fields.disabled.checked = user?.isDisabled ?? false;
    list(form, 'roles').replaceChildren(...roles.map((role) => el('label', { class: 'tick' }, tick(role, user?.roles.includes(role)), word(role))));
    fill(dialog, { title: user ? t`Change ${user.name}` : t`Add a user`, isOld: Boolean(user), fault: '', hasFault: false });
    fields.password.placeholder = user?.hasPassword ? t`stays as it is` : '';
    dialog.showModal();
    (user ? fields.password : fields.name).focus();
  }

  const tick = (role, isChecked) => {
    const box = el('input', { type: 'checkbox', name: 'role', value: role });
    box.checked = Boolean(isChecked);
    return box;
  };

  async function save() {
    const fields = form.elements;
    const changes = {
      name: fields.name.value,
      roles: [...form.querySelectorAll('[name="role"]:checked')].map((box) => box.value),
      ...(fields.password.value ? { password: fields.password.value } : {}),
      ...(fields.certificate.value.trim() ? { certificate: fields.certificate.value.replace(/[\s:]/g, '') } : {}),
      ...(edited || fields.description.value ? { description: fields.description.value } : {}),
      ...(edited ? { isDisabled: fields.disabled.checked } : {}),
    };
    try {
      const { message } = await act(edited ? 'users/change' : 'users/add', changes);
      dialog.close();
      tell(message, '');
    } catch (error) {
      fill(dialog, { fault: error.message, hasFault: true });
    }
    fields.password.value = '';
    now();
  }

  async function look() {
    if (!may('users')) {
      fill(root, { usersAbout: whyNot(ROLE), loggedIn: '', mayChange: false });
      for (const name of ['users', 'browsers', 'user-clients']) list(root, name).replaceChildren();
      tokens.show([]);
      return;
    }
    show(await ask('v1/users'));
  }

  const now = repeat(EVERY, () => frame.shown === 'users', look, frame.failed);
  root.querySelector('#user-add').addEventListener('click', () => edit(null));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    save();
  });
  form.querySelector('[data-close]').addEventListener('click', () => dialog.close());
  onSession(() => {
    document.getElementById('users-link').hidden = !may('users');
    tell('', '');
    now();
  });
  return { arrive: () => frame.shown === 'users' && now() };
}
