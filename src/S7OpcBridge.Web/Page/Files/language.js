// The language of the page. The modules and the markup are written in English; other languages are tables from English sentences.
// What the bridge itself says, such as findings and what to do about a trouble, stays English, as in its log; but for words of which there are few.

const KEPT = 'language';
const LANGUAGES = ['en', 'de'];

/** The language that is shown: the chosen one, else the first of the browser's that the page speaks. */
export const language = choose();

const { sentences, words } = language === 'de' ? await import('./german.js') : { sentences: {}, words: {} };

function choose() {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages.map((tag) => tag.split('-')[0])];
  return wanted.find((each) => LANGUAGES.includes(each)) ?? 'en';
}

/** Tags a sentence: t`${count} of ${total} found` is looked up as “{0} of {1} found”. */
export const t = (parts, ...values) => say(parts.map((part, at) => (at < values.length ? `${part}{${at}}` : part)).join(''), values);

/** A sentence by its English text, whose places are {0}, {1} … */
export const say = (english, values) => (sentences[english] ?? english).replace(/\{(\d+)\}/g, (_, at) => values[at]);

/** A word of the bridge, or several with commas between them; what is not in the table stays. */
export const word = (english) => words[english] ?? english.split(', ').map((each) => words[each] ?? each).join(', ');

/** Puts what stands in the markup into the language, templates too. To be called before data comes into the page. */
export function translate(root) {
  if (language === 'en') return;
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof HTMLTemplateElement) translate(element.content);
    for (const name of ['placeholder', 'title', 'aria-label']) {
      if (element.hasAttribute(name)) element.setAttribute(name, say(element.getAttribute(name), []));
    }
    if (element.matches('code, script, [translate="no"]')) continue;
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) node.data = node.data.replace(/\S(?:.*\S)?/su, (text) => say(text.replace(/\s+/g, ' '), []));
    }
  }
}

/** Translates the page, and offers its other language. */
export function startLanguage() {
  translate(document);
  document.documentElement.lang = language;
  const other = document.getElementById('other-language');
  const next = language === 'de' ? 'en' : 'de';
  other.textContent = next === 'de' ? 'Deutsch' : 'English';
  other.lang = next;
  other.hidden = false;
  other.addEventListener('click', () => {
    localStorage.setItem(KEPT, next);
    location.reload();
  });
}
