// Everything that the bridge tells becomes text: no function here, or anywhere in the page, makes markup of data.

/** True: no bridge runs, and tags of an import are chosen. */
export const isImport = 'import' in document.documentElement.dataset;

/** A copy of a template's only element. */
export const clone = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

/** An element. Functions among the attributes listen, the rest are attributes; children are nodes or text. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** An element of a drawing. */
export function svg(name, attributes = {}) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Sets a text where it differs, so that a screen reader and a selection are not disturbed. */
export function setText(node, text) {
  const wanted = String(text ?? '');
  if (node.textContent !== wanted) node.textContent = wanted;
}

/** Fills what is marked with data-text, and shows or hides what is marked with data-show. */
export function fill(root, facts) {
  for (const node of marked(root, 'text')) {
    if (node.dataset.text in facts) setText(node, facts[node.dataset.text]);
  }
  for (const node of marked(root, 'show')) {
    if (node.dataset.show in facts) node.hidden = !facts[node.dataset.show];
  }
}

/** The list of a template. */
export const list = (root, name) => root.querySelector(`[data-list="${name}"]`);

/** Brings a list in line with items: an element stays the same as long as its key is there. */
export function keyed(parent, items, keyOf, create, update) {
  const old = new Map([...parent.children].map((child) => [child.key, child]));
  let at = parent.firstElementChild;
  for (const [index, item] of items.entries()) {
    const key = keyOf(item, index);
    let element = old.get(key);
    old.delete(key);
    if (!element) {
      element = create(item);
      element.key = key;
    }
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
    update?.(element, item, index);
  }
  for (const gone of old.values()) gone.remove();
}

/** Shows one of the views of the page, and marks its link. */
export function showView(views, shown) {
  for (const name of views) document.getElementById(`view-${name}`).hidden = name !== shown;
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('.views a');
  for (const link of links) {
    link.removeAttribute('aria-current');
    if (link.hash !== `#${shown}`) continue;
    link.setAttribute('aria-current', 'page');
    link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

const marked = (root, what) => {
  const found = [...root.querySelectorAll(`[data-${what}]`)];
  return root.matches?.(`[data-${what}]`) ? [root, ...found] : found;
};
