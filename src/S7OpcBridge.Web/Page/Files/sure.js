// Asks once more before something that is not easily undone.
import { fill, setText } from './dom.js';

const dialog = document.getElementById('sure');

/** Resolves to true where the user wants it. */
export function sure(question, button) {
  fill(dialog, { question });
  setText(dialog.querySelector('[value="yes"]'), button);
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true }));
}
