// Who is logged in, what that permits, the form for it, and how the page asks the bridge to do something.
import { request, unlock } from './api.js';
import { fill } from './dom.js';
import { t, word } from './language.js';

const PATIENCE = 15000;
const EVERY = 30000;

let session = { roles: [], actions: [] };
let isUsed = false;
let asked = 0;
const told = new Set();

/** True where the bridge would do this for the user of the page. */
export const may = (action) => session.actions.includes(action);

/** The name of the user of the page; empty: nobody. */
export const user = () => session.user ?? '';

/** The roles of the user of the page. */
export const roles = () => session.roles;

/** Why not, as a sentence. */
export function whyNot(role) {
  if (session.whyNoChange) return session.whyNoChange;
  return session.user ? t`${session.user} may not do this: it needs the role ${word(role)}.` : t`Log in as a user with the role ${word(role)} to do this here.`;
}

/** Calls back when somebody has logged in or out. */
export const onSession = (listener) => told.add(listener);

/** Why the user of the page cannot save the map; empty: it can be saved. */
export const whyNoSaving = () => (may('map/save') ? '' : session.whyNoMapChange ?? whyNot('ConfigureAdmin'));

/** Has something done; throws with the reason. */
export async function act(action, body = {}, patience = PATIENCE) {
  try {
    return await request(`v1/${action}`, patience, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(session.token ? { 'x-console-token': session.token } : {}) },
      body: JSON.stringify(body),
    });
  } catch (error) {
    if (error.status === 401 && action !== 'login') await look();
    throw error;
  }
}

/** Asks for the session that the bridge has begun instead of the one before. */
export const renew = () => look();

/** Fills the header, and asks now and then whether the session still lives. */
export function startSession() {
  const [dialog, form] = [document.getElementById('login'), document.querySelector('#login form')];
  document.getElementById('log-in').addEventListener('click', () => open(dialog, form));
  document.getElementById('log-out').addEventListener('click', logOut);
  form.querySelector('[data-close]').addEventListener('click', () => dialog.close());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    logIn(dialog, form);
  });
  form.elements.token.addEventListener('input', () => require(form));
  document.addEventListener('locked', () => {
    document.body.classList.add('locked'); // what was there was for somebody else
    open(dialog, form);
  });
  for (const what of ['pointerdown', 'keydown']) document.addEventListener(what, () => { isUsed = true; }, { passive: true });
  document.addEventListener('visibilitychange', () => document.hidden || look());
  setInterval(() => document.hidden || look(), EVERY);
  return look();
}

function open(dialog, form) {
  if (dialog.open) return;
  form.reset();
  require(form);
  fill(form, { fault: '', hasFault: false, takesAccessTokens: session.takesAccessTokens });
  dialog.showModal();
}

/** A token takes the place of name and password. */
function require(form) {
  const hasToken = form.elements.token.value !== '';
  for (const name of ['user', 'password']) form.elements[name].required = !hasToken;
}

async function logIn(dialog, form) {
  const button = form.querySelector('[type="submit"]');
  button.disabled = true;
  fill(form, { fault: '', hasFault: false });
  try {
    const { user: name, password, token } = form.elements;
    take(await act('login', token.value ? { accessToken: token.value } : { user: name.value, password: password.value }));
    dialog.close();
  } catch (error) {
    fill(form, { fault: error.message, hasFault: true });
    (form.elements.token.value ? form.elements.token : form.elements.password).select();
  }
  button.disabled = false;
}

async function logOut() {
  try {
    await act('logout');
  } catch {
    // Then the session had ended already.
  }
  await look();
}

// The bridge ends a session when its user does nothing for a while, so it is told of what the user does, not of what the page asks by itself.
async function look() {
  try {
    const active = isUsed && session.user ? '?active=true' : '';
    isUsed = false;
    const mine = ++asked;
    const now = await request(`v1/session${active}`, PATIENCE);
    // What was asked before a login or a new password may be answered after it.
    if (mine === asked) take(now);
  } catch {
    // The frame tells that the bridge does not answer.
  }
}

function take(now) {
  asked++;
  session = now;
  if (now.user && document.body.classList.contains('locked')) {
    document.body.classList.remove('locked');
    document.getElementById('login').close();
    unlock();
  }
  document.getElementById('log-in').hidden = Boolean(now.user || now.whyNoLogin);
  fill(document.querySelector('.user'), { user: now.user ?? '', roles: word(now.roles.join(', ')), isKnown: Boolean(now.user) });
  for (const listener of told) listener();
}
