// What the page asks and tells the program. Paths are below the page's own, which nobody else knows.
import { request } from './api.js';

const PATIENCE = 20000;

/** Asks for something. */
export const get = (what) => request(what, PATIENCE);

/** Tells something, and takes the answer. */
export const post = (what, wish = {}) => request(what, PATIENCE, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish) });
