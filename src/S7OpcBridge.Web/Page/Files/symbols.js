// What a card tells of a PLC that is asked by symbol.
import { age, bytes, count, duration, plural } from './format.js';

const PASSWORDS = { none: 'not needed', old: 'accepted, old form', new: 'accepted, new form' };

/** The texts of the card; nothing is shown for classic S7. */
export function symbolFacts(plus) {
  if (!plus) return { plus: false };
  const left = plus.certificateDaysLeft;
  return {
    plus: true,
    model: plus.model || '–',
    tls: `${plus.tls}, ${plus.cipherSuite}`,
    password: PASSWORDS[plus.password],
    thumbprint: plus.thumbprint,
    ends: `${new Date(plus.certificateEnds).toLocaleDateString()}, ${left < 0 ? 'it has run out' : `${plural(left, 'day')} left`}`,
    symbols: plus.missingSymbols ? `${count(plus.symbols)}, ${count(plus.missingSymbols)} missing` : count(plus.symbols),
    subscribed: `${count(plus.subscribedItems)} in ${plural(plus.subscriptions, 'subscription')}${plus.refusedSubscriptions ? `, ${count(plus.refusedSubscriptions)} refused` : ''}`,
    polled: count(plus.polledItems),
    downloads: count(plus.downloads),
    browse: plus.browseMs === undefined ? '–'
      : `${age(plus.browseAgeMs)} ago: ${plural(plus.browseBlocks, 'block')}, ${bytes(plus.browseBytes)} in ${duration(plus.browseMs)}`,
  };
}
