// Clients that were turned away, each with the command that lets it in.
import { ask, repeat } from './api.js';
import { clone, fill, keyed, list } from './dom.js';
import { plural } from './format.js';

const EVERY = 10000;

export function startCertificates(frame, tellCount) {
  const show = (rejected) => {
    tellCount(rejected.length);
    document.getElementById('certificates-about').textContent = rejected.length === 0
      ? 'Nobody has been turned away.'
      : `${plural(rejected.length, 'certificate')} that nobody trusts, the newest first. This page trusts nobody: run the command where the bridge runs, as its user.`;
    keyed(list(document, 'certificates'), rejected, (one) => one.thumbprint, create, (panel, one) => fill(panel, {
      name: one.name,
      what: one.isUser ? 'If you know this user, trust the certificate, and name its thumbprint in the users file; the bridge needs no restart:' : 'If you know this client, let it in; the bridge needs no restart:',
      came: `last came ${new Date(one.lastCame).toLocaleString()}`,
      thumbprint: one.thumbprint.replace(/(.{4})(?=.)/g, '$1 '),
      command: one.trustCommand,
    }));
  };
  const now = repeat(EVERY, () => true, async () => show(await ask('certificates')), frame.failed);
  return { arrive: () => frame.shown === 'certificates' && now() };
}

function create(one) {
  const panel = clone('certificate');
  const button = panel.querySelector('button');
  button.addEventListener('click', () => copy(one.trustCommand, panel.querySelector('code'), button));
  return panel;
}

async function copy(text, code, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    // Without https a browser lends nobody the clipboard: then the text is marked, and the keys do it.
    getSelection().selectAllChildren(code);
    button.textContent = 'Marked: press Ctrl+C';
  }
  setTimeout(() => { button.textContent = 'Copy'; }, 3000);
}
