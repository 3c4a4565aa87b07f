// node-opcua's client (MIT) listens to events and reads the diagnostics, once in clear and once encrypted as a SecurityAdmin.
// usage: node ua-events.js ENDPOINT PKI-FOLDER PLC VARIABLE USER PASSWORD     (lines on standard input say what to do next)
//   EVENT WHO {...} for each event; WHO is failures (Server, where OfType DeviceFailure), plc (the PLC's node), high (where Severity > 500 and not Like), clear, secret (all of the Server object)
//   STATE WHO n for each new ServerStatus.State
//   "write": both sessions write the variable; prints WRITTEN
//   "diagnostics": prints DIAGNOSTICS {...}
//   "end": prints RESULT {...} and ends
'use strict';
const readline = require('readline');
const ua = require('node-opcua-client');
const { OPCUACertificateManager } = require('node-opcua-certificate-manager'); // a part of node-opcua-client that it does not hand on
const [, , endpoint, folder, plc, variable, userName, password] = process.argv;
const fields = ['EventType', 'SourceNode', 'SourceName', 'Severity', 'Message', 'Time', 'EventId', 'ClientUserId', 'OldValue', 'NewValue', 'Status'];
const server = ua.resolveNodeId('Server');
const field = (name) => new ua.SimpleAttributeOperand({
  typeDefinitionId: ua.resolveNodeId('BaseEventType'), browsePath: [ua.coerceQualifiedName(name)], attributeId: ua.AttributeIds.Value,
});
const literal = (dataType, value) => new ua.LiteralOperand({ value: { dataType, value } });

async function open(manager, policy, mode) {
  const client = ua.OPCUAClient.create({
    applicationName: 'interop', endpointMustExist: false, clientCertificateManager: manager, connectionStrategy: { maxRetry: 0 },
    securityPolicy: ua.SecurityPolicy[policy], securityMode: ua.MessageSecurityMode[mode],
  });
  await client.connect(endpoint);
  const session = await client.createSession({ type: ua.UserTokenType.UserName, userName, password });
  const subscription = await session.createSubscription2({
    requestedPublishingInterval: 100, requestedMaxKeepAliveCount: 10, requestedLifetimeCount: 1000, publishingEnabled: true, maxNotificationsPerPublish: 100,
  });
  return { client, session, subscription };
}

async function listen(who, subscription, nodeId, where) {
  const filter = ua.constructEventFilter(fields, where);
  const item = await subscription.monitor(
    { nodeId, attributeId: ua.AttributeIds.EventNotifier }, { queueSize: 100, discardOldest: true, filter }, ua.TimestampsToReturn.Both);
  item.on('err', (message) => console.log(`EVENT ${who} {"error":${JSON.stringify(message)}}`));
  item.on('changed', (values) => {
    const told = {};
    fields.forEach((name, i) => {
      const value = values[i].value;
      told[name] = value === null || value === undefined ? null : Buffer.isBuffer(value) ? value.length : value.text !== undefined ? value.text : value instanceof Date ? value.getTime() : value.toString();
    });
    console.log(`EVENT ${who} ${JSON.stringify(told)}`);
  });
  return item.statusCode.name;
}

async function watchState(who, subscription) {
  const item = await subscription.monitor(
    { nodeId: 'i=2259', attributeId: ua.AttributeIds.Value }, { samplingInterval: 100, queueSize: 10, discardOldest: true }, ua.TimestampsToReturn.Both);
  item.on('changed', (value) => console.log(`STATE ${who} ${value.value.value}`));
}

async function read(session, nodeId) {
  const value = await session.read({ nodeId, attributeId: ua.AttributeIds.Value });
  return value.statusCode.name === 'Good' ? value.value.value : value.statusCode.name;
}

async function diagnostics(clear, secret) {
  const children = async (nodeId) => (await clear.session.browse({ nodeId, referenceTypeId: 'Aggregates', includeSubtypes: true, browseDirection: ua.BrowseDirection.Forward, resultMask: 63 })).references;
  const sessions = (await children('i=3706')).filter((reference) => reference.nodeClass === ua.NodeClass.Object);
  const own = sessions.find((reference) => reference.nodeId.toString() === clear.session.sessionId.toString());
  const parts = await children(own.nodeId);
  const figures = await read(clear.session, parts[0].nodeId);
  const members = await children(parts[0].nodeId);
  const readCount = await read(clear.session, members.find((member) => member.browseName.name === 'ReadCount').nodeId);
  const summary = await read(clear.session, 'i=2275');
  const subscriptions = await read(clear.session, 'i=2290');
  const security = await read(secret.session, 'i=3708');
  return {
    sessions: sessions.length, parts: parts.map((part) => part.browseName.name), members: members.length,
    name: figures.sessionName, items: figures.currentMonitoredItemsCount, reads: readCount.totalCount,
    summary: [summary.currentSessionCount, summary.currentSubscriptionCount],
    events: subscriptions.map((s) => s.eventNotificationsCount > 0),
    securityInClear: await read(clear.session, 'i=3708'),
    security: security.map((s) => `${s.clientUserIdOfSession} ${ua.MessageSecurityMode[s.securityMode]}`),
    auditing: await read(clear.session, 'i=2994'),
    disable: (await clear.session.write({ nodeId: 'i=2294', attributeId: ua.AttributeIds.Value, value: { value: { dataType: 'Boolean', value: false } } })).name,
    whileDisabled: await read(clear.session, 'i=2275'),
    enable: (await clear.session.write({ nodeId: 'i=2294', attributeId: ua.AttributeIds.Value, value: { value: { dataType: 'Boolean', value: true } } })).name,
  };
}

(async () => {
  const manager = new OPCUACertificateManager({ rootFolder: folder, automaticallyAcceptUnknownCertificate: true });
  await manager.initialize();
  const clear = await open(manager, 'None', 'None');
  const secret = await open(manager, 'Aes256_Sha256_RsaPss', 'SignAndEncrypt');
  const element = (filterOperator, ...filterOperands) => new ua.ContentFilterElement({ filterOperator, filterOperands });
  const operator = ua.FilterOperator;
  const high = new ua.ContentFilter({
    elements: [
      element(operator.And, new ua.ElementOperand({ index: 1 }), new ua.ElementOperand({ index: 2 })),
      element(operator.GreaterThan, field('Severity'), literal('UInt16', 500)),
      element(operator.Not, new ua.ElementOperand({ index: 3 })),
      element(operator.Like, field('Message'), literal('String', '%answers normally again%')),
    ],
  });
  const statuses = [
    await listen('failures', clear.subscription, server, ua.ofType('DeviceFailureEventType')),
    await listen('plc', clear.subscription, plc),
    await listen('high', clear.subscription, server, high),
    await listen('clear', clear.subscription, server),
    await listen('secret', secret.subscription, server),
  ];
  await watchState('clear', clear.subscription);
  console.log(`READY ${statuses.join(' ')}`);
  for await (const line of readline.createInterface({ input: process.stdin })) {
    if (line === 'write') {
      const value = { nodeId: variable, attributeId: ua.AttributeIds.Value, value: { value: { dataType: 'Int16', value: 4711 } } };
      console.log(`WRITTEN ${(await clear.session.write(value)).name}`);
    } else if (line === 'diagnostics') {
      console.log(`DIAGNOSTICS ${JSON.stringify(await diagnostics(clear, secret))}`);
    } else if (line === 'end') {
      break;
    }
  }
  console.log('RESULT {}');
  process.exit(0);
})().catch((error) => { console.error(error.stack); process.exit(1); });
