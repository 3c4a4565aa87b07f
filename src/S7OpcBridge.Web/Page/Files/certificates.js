// Clients that were turned away, each with the command that lets it in; the certificates that this server shows, and those that it trusts.
import { ask, repeat } from './api.js';
import { clone, fill, keyed, list } from './dom.js';
import { plural } from './format.js';
import { t } from './language.js';
import { act, may, onSession, whyNot } from './session.js';

const EVERY = 10000;
const TRUST = 'certificates/trust';
const UNTRUST = 'certificates/untrust';
const OWN = 'certificates/own';
const ROLE = 'SecurityAdmin';
const MOST_BYTES = 40000;

export function startCertificates(frame, tellCount) {
  const show = (rejected) => {
    tellCount(rejected.length);
    document.getElementById('certificates-about').textContent = rejected.length === 0
      ? t`Nobody has been turned away.`
      : t`${plural(rejected.length, 'certificate')} that nobody trusts, the newest first. ${may(TRUST) ? t`Compare the thumbprint with what the client shows before you trust it.` : t`${whyNot(ROLE)} Or run the command where the bridge runs, as its user.`}`;
    keyed(list(document, 'certificates'), rejected, (one) => one.thumbprint, (one) => create(one, changed), (panel, one) => fill(panel, {
      mayTrust: may(TRUST),
      name: one.name,
      what: one.isUser ? t`If you know this user, trust the certificate, and name its thumbprint in the users file; the bridge needs no restart:` : t`If you know this client, let it in; the bridge needs no restart:`,
      came: t`last came ${new Date(one.lastCame).toLocaleString()}`,
      thumbprint: groups(one.thumbprint),
      command: one.trustCommand,
    }));
  };
  const now = repeat(EVERY, () => true, async () => show(await ask('certificates')), frame.failed);
  const trust = repeat(EVERY, () => frame.shown === 'certificates', async () => showTrust(await ask('trust'), changed), frame.failed);
  function changed() {
    now();
    trust();
  }
  startOwn(changed);
  onSession(changed);
  return { arrive: () => frame.shown === 'certificates' && (now(), trust()) };
}

const STORES = { own: '', trusted: t`a client`, 'users/trusted': t`a user` };
const SOON = 21;

function showTrust({ own, trusted, plcs }, changed) {
  document.getElementById('own-acts').hidden = own.length === 0 || !may(OWN);
  document.getElementById('certificate-import').hidden = own.length === 0 || !may('certificates/import');
  document.getElementById('plc-certificates').hidden = plcs.length === 0;
  document.getElementById('own-about').textContent = own.length === 0 ? t`Nothing is encrypted here, so the server shows no certificate.`
    : t`What a client shows when it first connects: compare the thumbprint before you trust it there.`;
  document.getElementById('trusted-about').textContent = trusted.length === 0 ? t`Nobody is trusted yet.` : t`${plural(trusted.length, 'certificate')}, by name. ${may(UNTRUST) ? '' : whyNot(ROLE)}`;
  for (const [name, certificates] of Object.entries({ own, trusted })) {
    keyed(list(document, name), certificates, (one) => `${one.store} ${one.thumbprint}`, (one) => known(one, changed), (panel, one) => {
      fill(panel, {
        mayUntrust: name === 'trusted' && may(UNTRUST),
        name: one.name,
        what: one.isAuthority ? t`a CA: all that it signed` : STORES[one.store] ?? one.store.slice(one.store.indexOf('/') + 1),
        thumbprint: groups(one.thumbprint),
        application: one.application || t`none given`,
        ends: endOf(one),
      });
      panel.querySelector('[data-level]').dataset.level = levelOf(one);
    });
  }
  keyed(list(document, 'plc-certificates'), plcs, (one) => `${one.plc} ${one.thumbprint} ${one.isTrusted}`, (one) => ofPlc(one, changed), (panel, one) => {
    fill(panel, {
      plc: one.plc, name: one.name, thumbprint: groups(one.thumbprint), ends: endOf(one), what: one.isTrusted ? t`trusted` : t`refused`,
      mayTrust: !one.isTrusted && may('certificates/trust-plc'), mayUntrust: one.isTrusted && may('certificates/untrust-plc'),
    });
    panel.querySelector('[data-level]').dataset.level = levelOf(one);
  });
}

const endOf = ({ ends, daysLeft }) => `${new Date(ends).toLocaleDateString()}, ${daysLeft < 0 ? t`it has run out` : t`${plural(daysLeft, 'day')} left`}`;
const levelOf = ({ daysLeft }) => (daysLeft < 0 ? 'bad' : daysLeft < SOON ? 'uncertain' : 'good');

const groups = (thumbprint) => thumbprint.replace(/(.{4})(?=.)/g, '$1 ');

function known(one, changed) {
  const panel = clone('known-certificate');
  offer(panel, 'untrust', t`Remove trust in ${one.name}`, () => act(UNTRUST, { thumbprint: one.thumbprint, isUser: one.store.startsWith('users/') }), changed);
  return panel;
}

function create(one, changed) {
  const panel = clone('certificate');
  const { thumbprint, isUser } = one;
  offer(panel, 'trust', t`Trust ${one.name}`, () => act(TRUST, { thumbprint, isUser }), changed);
  offer(panel, 'reject', t`Reject ${one.name}`, () => act('certificates/reject', { thumbprint, isUser }), changed);
  const button = panel.querySelector('.command button');
  button.addEventListener('click', () => copy(one.trustCommand, panel.querySelector('code'), button));
  return panel;
}

function ofPlc({ plc }, changed) {
  const panel = clone('plc-certificate');
  offer(panel, 'trust', t`Trust ${plc}`, () => act('certificates/trust-plc', { plc }), changed);
  offer(panel, 'untrust', t`Remove trust in ${plc}`, () => act('certificates/untrust-plc', { plc }), changed);
  return panel;
}

/** Lets a button of a panel do something. */
function offer(panel, name, label, work, changed) {
  const button = panel.querySelector(`[data-do="${name}"]`);
  button.setAttribute('aria-label', label);
  button.addEventListener('click', () => run(panel, button, work, changed));
}

/** Does something; what came of it is told in words, and a reason why not beside the button. */
async function run(panel, button, work, changed) {
  button.disabled = true;
  fill(panel, { fault: '' });
  try {
    const { message } = await work();
    const done = document.getElementById('certificates-done');
    done.hidden = false;
    done.textContent = message;
    done.focus();
    changed();
  } catch (error) {
    fill(panel, { fault: error.message });
  }
  button.disabled = false;
}

/** Renewing, asked twice, and trusting a file. */
function startOwn(changed) {
  const panel = document.getElementById('own-acts');
  const renew = panel.querySelector('button');
  let isAsked = false;
  renew.addEventListener('click', async () => {
    if (isAsked) await run(panel, renew, () => act('certificates/renew'), changed);
    isAsked = !isAsked;
    renew.textContent = isAsked ? t`Really renew: clients must trust the new one` : t`Renew`;
  });
  renew.addEventListener('blur', () => {
    isAsked = false;
    renew.textContent = t`Renew`;
  });
  const form = document.querySelector('#certificate-import');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [file] = form.elements.file.files;
    if (!file) return;
    run(form, form.querySelector('button'), async () => {
      const content = btoa(String.fromCharCode(...new Uint8Array(await file.slice(0, MOST_BYTES).arrayBuffer())));
      return act('certificates/import', { content, isUser: form.elements.isUser.checked });
    }, changed);
  });
}

async function copy(text, code, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = t`Copied`;
  } catch {
    // Without https a browser lends nobody the clipboard: then the text is marked, and the keys do it.
    getSelection().selectAllChildren(code);
    button.textContent = t`Marked: press Ctrl+C`;
  }
  setTimeout(() => { button.textContent = t`Copy`; }, 3000);
}
