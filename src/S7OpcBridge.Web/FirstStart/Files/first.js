// The first start: asks for the code in the log, for the name of the bridge and for its first administrator, and goes on to the console.
import { request } from './api.js';
import { fill } from './dom.js';
import { startLanguage, t } from './language.js';

startLanguage();

const PATIENCE = 60000;
const EVERY = 500;

const form = document.querySelector('form');

async function start() {
  const code = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, '', location.pathname); // the code shall not stay in the history of the browser
  form.elements.code.value = code;
  const overview = await request('first', PATIENCE);
  fill(document.body, { map: overview.map, version: `S7OpcBridge ${overview.version}` });
  form.elements.name.value = overview.name;
  form.elements.hasConsole.checked = overview.isOpen;
  form.elements.hasConsole.disabled = overview.isOpen; // it is reached so already
  (code ? form.elements.user : form.elements.code).focus();
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { code, name, port, isOpen, hasConsole, user, password, again } = form.elements;
  if (password.value !== again.value) return complain(t`The two passwords differ.`);
  const button = form.querySelector('[type="submit"]');
  button.disabled = true;
  fill(form, { fault: '', hasFault: false });
  try {
    follow(await request('first', PATIENCE, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        code: code.value, name: name.value.trim(), port: Number(port.value) || 0, isOpen: isOpen.checked, hasConsole: hasConsole.checked, user: user.value.trim(), password: password.value,
      }),
    }));
  } catch (error) {
    complain(error.message);
  }
  button.disabled = false;
});

function complain(sentence) {
  fill(form, { fault: sentence, hasFault: true });
}

/** Goes to the console as soon as it answers; where it has another certificate, only a click leads there. */
async function follow({ console: address }) {
  const done = document.getElementById('done');
  form.hidden = true;
  done.hidden = false;
  done.querySelector('a').href = address;
  const isHere = address.startsWith(`${location.origin}/`);
  fill(done, {
    told: location.protocol === 'https:' ? t`It shows its own certificate from now on: the browser warns of it once more, and the log has its thumbprint.` : t`The console opens as soon as the bridge runs.`,
  });
  done.focus();
  while (isHere && location.protocol === 'http:') {
    await new Promise((next) => setTimeout(next, EVERY));
    try {
      await request('v1/session', PATIENCE);
      location.replace(address);
      return;
    } catch {
      // Not yet.
    }
  }
}

start().catch((error) => complain(error.message));
