// Who is connected by OPC UA.
import { ask, repeat } from './api.js';
import { clone, fill, keyed, list } from './dom.js';
import { age, bytes, count, interval, plural } from './format.js';
import { t } from './language.js';

const EVERY = 2000;

const STATES = {
  dialling: () => t`Being dialled`,
  waiting: (client) => t`Reached ${age(client.sinceMs)} ago; waits for it to connect`,
  connected: (client) => t`Connected for ${age(client.sinceMs)} with ${plural(client.channels, 'channel')}`,
  failed: () => t`Not reached; the next try follows`,
};

export function startClients(frame, tellCount) {
  const show = ({ sessions, waiting, memoryBytes, mostMemoryBytes, dialled = [] }) => {
    tellCount(sessions.length);
    const subscriptions = sessions.reduce((sum, session) => sum + session.subscriptions.length, 0);
    document.getElementById('clients-about').textContent = sessions.length === 0 && waiting === 0
      ? t`Nobody is connected. Clients connect to ${frame.overview?.endpoint ?? t`the endpoint above`}.`
      : t`${plural(sessions.length, 'session')} with ${plural(subscriptions, 'subscription')}.${waiting === 0 ? '' : waiting === 1 ? t` ${plural(waiting, 'subscription')} more waits for a client to come back.` : t` ${plural(waiting, 'subscription')} more wait for a client to come back.`} Clients take ${bytes(memoryBytes)} of memory; ${bytes(mostMemoryBytes)} are allowed.`;
    document.getElementById('dialled').hidden = dialled.length === 0;
    keyed(list(document, 'dialled'), dialled, (client) => client.client, () => clone('dialled-client'), showDialled);
    keyed(list(document, 'sessions'), sessions, (session, index) => `${session.name} ${session.remote} ${index}`, () => clone('session'), showSession);
  };
  const now = repeat(EVERY, () => true, async () => show(await ask('clients')), frame.failed);
  return { arrive: () => frame.shown === 'clients' && now() };
}

function showDialled(panel, client) {
  fill(panel, {
    client: client.client,
    state: STATES[client.state](client),
    endpoint: client.endpoint,
    error: client.lastError === undefined ? '' : t`Last failure ${age(client.errorMs)} ago: ${client.lastError}`,
    failed: client.lastError !== undefined,
  });
}

function showSession(panel, session) {
  fill(panel, {
    application: session.application || t`A client that gives no name`,
    name: session.name,
    user: session.user ?? t`anonymous`,
    remote: session.remote ?? t`not connected just now`,
    security: session.security,
    age: age(session.ageMs),
    silence: t`${age(session.silenceMs)} ago`,
    idle: session.subscriptions.length === 0,
    subscribed: session.subscriptions.length > 0,
  });
  keyed(list(panel, 'subscriptions'), session.subscriptions, (subscription) => subscription.id, () => clone('subscription-row'), (row, subscription) => fill(row, {
    id: `${subscription.id}${subscription.isEnabled ? '' : t` (switched off by the client)`}`,
    interval: interval(subscription.intervalMs),
    items: count(subscription.items),
    notifications: count(subscription.notifications),
    late: count(subscription.late),
    overflows: count(subscription.overflows),
  }));
}
