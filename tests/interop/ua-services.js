// node-opcua's client (MIT) through every service of the server, one check after the other. Prints { name: "ok" or what went wrong }.
// usage: node ua-services.js ENDPOINT USER PASSWORD    the map: see NodeOpcUaServicesTests
'use strict';
const assert = require('assert');
const { anonymous, user, check, connect, pause, readAs, results } = require('./services/harness');
const { discovery, sessions } = require('./services/discovery-and-sessions');
const { views } = require('./services/views');
const { attributes, writes } = require('./services/attributes');
const { monitoredItems } = require('./services/monitored-items');
const { subscriptions, transfers } = require('./services/subscriptions');
const { methods } = require('./services/methods');

(async () => {
  await discovery();
  const silent = await connect(anonymous, { requestedSessionTimeout: 10000 });
  const silentSince = Date.now();
  const reader = await connect();
  await sessions(reader.session);
  await views(reader.session);
  await attributes(reader.session);
  await reader.session.close();
  await reader.client.disconnect();

  const writer = await connect(user);
  await writes(writer.session);
  await monitoredItems(writer.session);
  await subscriptions(writer.session);
  await transfers(writer.session);
  await methods(writer.session);
  await writer.session.close();
  await writer.client.disconnect();

  await check('a session that is silent for its timeout is gone', async () => {
    await pause(Math.max(0, silentSince + 12500 - Date.now()));
    assert.strictEqual(await readAs(silent.client, silent.session.authenticationToken), 'BadSessionIdInvalid');
  });
  // node-opcua talks on standard output too: the mark tells the answer from its remarks.
  console.log('RESULT ' + JSON.stringify(results));
  process.exit(0);
})().catch((error) => { console.error(error.stack); process.exit(1); });
