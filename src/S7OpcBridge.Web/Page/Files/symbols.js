// What a card tells of a PLC that is asked by symbol.
import { age, bytes, count, duration, plural } from './format.js';
import { t } from './language.js';

const PASSWORDS = { none: t`not needed`, old: t`accepted, old form`, new: t`accepted, new form` };

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
    ends: `${new Date(plus.certificateEnds).toLocaleDateString()}, ${left < 0 ? t`it has run out` : t`${plural(left, 'day')} left`}`,
    symbols: plus.missingSymbols ? t`${count(plus.symbols)}, ${count(plus.missingSymbols)} missing` : count(plus.symbols),
    subscribed: t`${count(plus.subscribedItems)} in ${plural(plus.subscriptions, 'subscription')}${plus.refusedSubscriptions ? t`, ${count(plus.refusedSubscriptions)} refused` : ''}`,
    polled: count(plus.polledItems),
    downloads: count(plus.downloads),
    browse: plus.browseMs === undefined ? '–'
      : t`${age(plus.browseAgeMs)} ago: ${plural(plus.browseBlocks, 'block')}, ${bytes(plus.browseBytes)} in ${duration(plus.browseMs)}`,
  };
}
