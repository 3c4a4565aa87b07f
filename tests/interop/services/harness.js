// What the checks of this folder share: connections, raw requests, and the list of results.
'use strict';
const assert = require('assert');
const ua = require('node-opcua-client');
const { NumericRange } = require('node-opcua-numeric-range');
const [, , endpoint, userName, password] = process.argv;

const tag = (name) => `ns=2;s=Line1/${name}`;
const user = { type: ua.UserTokenType.UserName, userName, password };
const anonymous = { type: ua.UserTokenType.Anonymous };
const { TimestampsToReturn, MonitoringMode } = ua;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const raw = (session, request) => new Promise((resolve, reject) =>
  session.performMessageTransaction(request, (error, response) => (error ? reject(error) : resolve(response))));
const names = (statuses) => statuses.map((status) => status.name);
const range = (text) => new NumericRange(text);

// What a request fails with as a whole: node-opcua puts the fault's name into the error's text.
async function fault(promise) {
  try {
    const response = await promise;
    return response && response.responseHeader ? response.responseHeader.serviceResult.name : 'Good';
  } catch (error) {
    if (error.response) return error.response.responseHeader.serviceResult.name;
    const found = /\b(Bad\w+)/.exec(error.message);
    return found ? found[1] : error.message;
  }
}

// Reads with a session's token past node-opcua's session, which would repair itself.
function readAs(client, token) {
  const request = new ua.ReadRequest({ nodesToRead: [{ nodeId: 'i=2259', attributeId: 13 }] });
  request.requestHeader.authenticationToken = token;
  return fault(new Promise((resolve, reject) => client.performMessageTransaction(request, (error, response) => (error ? reject(error) : resolve(response)))));
}

async function connect(identity = anonymous, options = {}) {
  const client = ua.OPCUAClient.create({ endpointMustExist: false, keepSessionAlive: false, connectionStrategy: { maxRetry: 1, initialDelay: 100 }, ...options });
  await client.connect(endpoint);
  return { client, session: await client.createSession(identity) };
}

const results = {};
const open = []; // subscriptions of the check that runs
async function check(name, body) {
  try {
    await body();
    results[name] = 'ok';
  } catch (error) {
    results[name] = error.message.split('\n').slice(0, 12).join(' | ');
  }
  for (const { session, id } of open.splice(0)) await session.deleteSubscriptions({ subscriptionIds: [id] }).catch(() => {});
}

// Waits until a tag shows what was written.
async function readsBack(session, name, expected) {
  for (let i = 0; i < 200; i++) {
    const { value } = (await session.read({ nodeId: tag(name), attributeId: 13 })).value;
    if (JSON.stringify(ArrayBuffer.isView(value) ? Array.from(value) : value) === JSON.stringify(expected)) return;
    await pause(25);
  }
  assert.fail(`${name} never became ${JSON.stringify(expected)}`);
}

// A subscription whose Publish requests are ours: node-opcua's own engine stays out of it.
async function subscribe(session, more = {}) {
  const made = await session.createSubscription({ requestedPublishingInterval: 50, requestedLifetimeCount: 1000, requestedMaxKeepAliveCount: 100, publishingEnabled: true, ...more });
  const id = made.subscriptionId;
  const acknowledgements = [];
  open.push({ session, id });
  const subscription = {
    id, made,
    monitor: async (nodeId, parameters = {}, item = {}, monitoringMode = MonitoringMode.Reporting) => (await raw(session, new ua.CreateMonitoredItemsRequest({
      subscriptionId: id, timestampsToReturn: TimestampsToReturn.Both,
      itemsToCreate: [{ itemToMonitor: { nodeId, attributeId: 13, ...item }, monitoringMode, requestedParameters: { clientHandle: 1, queueSize: 1, discardOldest: true, samplingInterval: 0, ...parameters } }],
    }))).results[0],
    publish: async (acknowledge = true) => {
      const response = await raw(session, new ua.PublishRequest({ subscriptionAcknowledgements: acknowledgements.splice(0) }));
      const message = response.notificationMessage;
      if (acknowledge && message.notificationData.length) acknowledgements.push({ subscriptionId: response.subscriptionId, sequenceNumber: message.sequenceNumber });
      const changes = message.notificationData.filter((n) => n.monitoredItems).flatMap((n) => n.monitoredItems);
      return { response, message, changes, status: message.notificationData.find((n) => n.status) };
    },
    mode: (monitoringMode, ...monitoredItemIds) => raw(session, new ua.SetMonitoringModeRequest({ subscriptionId: id, monitoringMode, monitoredItemIds })),
    // The next message with changes: keep-alives before it do not count.
    changes: async () => {
      for (;;) {
        const { changes } = await subscription.publish();
        if (changes.length) return changes;
      }
    },
  };
  return subscription;
}

module.exports = { tag, user, anonymous, pause, raw, names, range, fault, readAs, connect, check, results, readsBack, subscribe, endpoint };
