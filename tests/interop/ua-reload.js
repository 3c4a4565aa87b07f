// node-opcua's client (MIT) in one session that watches while the bridge's map is loaded again: prints every change, every event, and answers on standard input.
// usage: node ua-reload.js ENDPOINT NODE…      then lines: read NODE | browse NODE | watch NODE | end
'use strict';
const readline = require('readline');
const ua = require('node-opcua-client');
const [, , endpoint, ...nodes] = process.argv;

const say = (word, value) => console.log(`${word} ${JSON.stringify(value)}`);
const show = (dataValue) => ({
  status: dataValue.statusCode.name, code: dataValue.statusCode.value,
  value: dataValue.value && dataValue.value.value !== undefined ? dataValue.value.value : null,
});

(async () => {
  const client = ua.OPCUAClient.create({ endpointMustExist: false, connectionStrategy: { maxRetry: 0 } });
  let losses = 0;
  client.on('connection_lost', () => losses++);
  client.on('start_reconnection', () => losses++);
  await client.connect(endpoint);
  const session = await client.createSession();
  const subscription = await session.createSubscription2({
    requestedPublishingInterval: 50, requestedLifetimeCount: 1000, requestedMaxKeepAliveCount: 20, maxNotificationsPerPublish: 0, publishingEnabled: true, priority: 1,
  });
  const watch = async (nodeId) => {
    const item = await subscription.monitor({ nodeId, attributeId: ua.AttributeIds.Value }, { samplingInterval: 20, discardOldest: true, queueSize: 100 }, ua.TimestampsToReturn.Both);
    item.on('changed', (dataValue) => say('CHANGE', { id: nodeId, ...show(dataValue) }));
  };
  for (const nodeId of nodes) await watch(nodeId);
  const events = await subscription.monitor(
    { nodeId: 'ns=0;i=2253', attributeId: ua.AttributeIds.EventNotifier },
    { samplingInterval: 0, discardOldest: true, queueSize: 1000, filter: ua.constructEventFilter(['EventType', 'SourceName', 'Severity', 'Message', 'Changes']) }, ua.TimestampsToReturn.Both);
  events.on('changed', (fields) => say('EVENT', {
    type: fields[0].value.toString(), message: fields[3].value && fields[3].value.text,
    changes: (fields[4].value || []).map((change) => ({ affected: change.affected.toString(), verb: change.verb })),
  }));
  say('READY', {});

  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [command, nodeId] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
    if (line === 'end') break;
    if (command === 'watch') { await watch(nodeId); say('WATCHING', nodeId); }
    if (command === 'read') say('READ', { id: nodeId, ...show(await session.read({ nodeId, attributeId: ua.AttributeIds.Value })) });
    if (command === 'browse') {
      const result = await session.browse({ nodeId, browseDirection: ua.BrowseDirection.Forward, referenceTypeId: 'HierarchicalReferences', includeSubtypes: true, resultMask: 63 });
      say('BROWSE', { id: nodeId, status: result.statusCode.name, names: (result.references || []).map((reference) => reference.browseName.name) });
    }
  }
  say('END', { losses });
  await session.close();
  await client.disconnect();
  process.exit(0);
})().catch((error) => { console.error(error.message); process.exit(1); });
