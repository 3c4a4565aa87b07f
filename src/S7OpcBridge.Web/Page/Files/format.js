// Figures as people read them: with a point, as in the rest of the program.
import { say, t, word } from './language.js';

/** A number with thin gaps between thousands. */
export const count = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');

/** 1 PDU, 2 PDUs. */
export const plural = (number, one, many = `${one}s`) => say(`{0} ${number === 1 ? one : many}`, [count(number)]);

/** How long something takes: 0.34 ms, 12.5 ms, 1.2 s. */
export function duration(ms) {
  if (ms === undefined || ms === null) return '–';
  if (ms < 10) return `${ms.toFixed(2)} ms`;
  if (ms < 1000) return `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
  return `${(ms / 1000).toFixed(ms < 10000 ? 2 : 1)} s`;
}

/** An interval as the map says it: 100 ms, 1 s, 2.5 s, 5 min. */
export function interval(ms) {
  if (ms < 1000) return `${+ms.toFixed(3)} ms`;
  return ms % 60000 === 0 ? `${ms / 60000} min` : `${+(ms / 1000).toFixed(3)} s`;
}

/** An amount of memory: 12 kB, 3.4 MB, 1.5 GB. */
export function bytes(number) {
  if (number < 1048576) return `${Math.ceil(number / 1024)} kB`;
  return number < 1073741824 ? `${+(number / 1048576).toFixed(1)} MB` : `${+(number / 1073741824).toFixed(1)} GB`;
}

/** How long ago: 0.3 s, 12 s, 4 min, 3 h, 2 d. */
export function age(ms) {
  if (ms === undefined || ms === null) return t`never`;
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86400)} d`;
}

/** BadNoCommunication becomes "Bad: no communication", in the language of the page. */
export function quality(code) {
  const [, level, rest] = /^(Good|Uncertain|Bad)(.*)$/.exec(code) ?? [null, code, ''];
  const text = rest ? `${level}: ${rest.replace(/([A-Z])/g, ' $1').trim().toLowerCase()}` : level;
  const own = word(text);
  return own === text && rest ? text.replace(level, word(level)) : own;
}
