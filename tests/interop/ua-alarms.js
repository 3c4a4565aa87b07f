// node-opcua's client (MIT) as an alarm client: its own list of alarms, with refresh, and the methods of conditions.
// usage: node ua-alarms.js ENDPOINT CONDITION     (lines on standard input say what to do next)
//   "list": prints LIST [{...}] of the alarms it knows
//   "acknowledge TEXT", "confirm TEXT", "comment TEXT": on the last event of CONDITION; prints CALLED status
//   "shelve MS", "oneshot", "unshelve", "disable", "enable": prints CALLED status
//   "refresh", "refresh2": all event types that come until the RefreshEndEvent: REFRESHED [...]
//   "browse": prints NODES [...] of the components of CONDITION
//   "end": prints RESULT {} and ends
'use strict';
const readline = require('readline');
const ua = require('node-opcua-client');
const [, , endpoint, condition] = process.argv;

function shown(alarm) {
  const f = alarm.fields;
  const id = (state) => (state && state.id && state.id.value !== undefined ? state.id.value : null);
  return {
    condition: alarm.conditionId.toString(), type: alarm.eventType.toString(), retain: alarm.getRetain(), name: f.conditionName.value,
    active: id(f.activeState), acked: id(f.ackedState), confirmed: id(f.confirmedState), enabled: id(f.enabledState),
    message: f.message.value.text, locale: f.message.value.locale, severity: f.severity.value, comment: f.comment.value ? f.comment.value.text : null,
    user: f.clientUserId.value, shelved: f.suppressedOrShelved.value, active_text: f.activeState.value ? f.activeState.value.text : null,
  };
}

async function refreshed(session, filter, call) {
  const subscription = await session.createSubscription2({ requestedPublishingInterval: 50, requestedMaxKeepAliveCount: 20, requestedLifetimeCount: 1000, publishingEnabled: true });
  const fields = ['EventType', 'EventId'];
  const item = await subscription.monitor(
    { nodeId: ua.resolveNodeId('Server'), attributeId: ua.AttributeIds.EventNotifier },
    { queueSize: 10, discardOldest: true, filter: ua.constructEventFilter(fields, filter) }, ua.TimestampsToReturn.Both);
  const types = [];
  const end = new Promise((resolve) => item.on('changed', (values) => {
    types.push(values[0].value.toString());
    if (types[types.length - 1] === 'ns=0;i=2788') resolve();
  }));
  const status = await call(subscription, item);
  if (status === 'Good') await end;
  await subscription.terminate();
  return { status, types };
}

(async () => {
  const client = ua.OPCUAClient.create({ applicationName: 'interop', endpointMustExist: false, connectionStrategy: { maxRetry: 0 } });
  await client.connect(endpoint);
  const session = await client.createSession();
  const alarms = await ua.installAlarmMonitoring(session);
  const refresh = (method) => async (subscription, item) => {
    const inputArguments = [{ dataType: 'UInt32', value: subscription.subscriptionId }];
    if (item) inputArguments.push({ dataType: 'UInt32', value: item.monitoredItemId });
    return (await session.call({ objectId: 'i=2782', methodId: method, inputArguments })).statusCode.name;
  };
  const known = () => alarms.alarms().find((alarm) => alarm.conditionId.toString() === condition);
  const call = async (part, method, inputArguments = []) =>
    (await session.call({ objectId: condition + part, methodId: `${condition}${part}/${method}`, inputArguments })).statusCode.name;
  console.log('READY');
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [word, ...rest] = line.split(' ');
    const text = rest.join(' ');
    const state = known();
    let answer;
    switch (word) {
      case 'list':
        console.log(`LIST ${JSON.stringify(alarms.alarms().map(shown))}`);
        continue;
      case 'refresh':
        console.log(`REFRESHED ${JSON.stringify(await refreshed(session, ua.ofType('AlarmConditionType'), (s) => refresh('i=3875')(s)))}`);
        continue;
      case 'refresh2':
        console.log(`REFRESHED ${JSON.stringify(await refreshed(session, ua.ofType('AlarmConditionType'), refresh('i=12912')))}`);
        continue;
      case 'browse': {
        const found = await session.browse({ nodeId: condition, referenceTypeId: 'Aggregates', includeSubtypes: true, browseDirection: ua.BrowseDirection.Forward, resultMask: 63 });
        console.log(`NODES ${JSON.stringify(found.references.map((reference) => reference.browseName.name))}`);
        continue;
      }
      case 'acknowledge': answer = (await session.acknowledgeCondition(condition, state.eventId, text)).name; break;
      case 'confirm': answer = (await session.confirmCondition(condition, state.eventId, text)).name; break;
      case 'comment': answer = (await session.addCommentCondition(condition, state.eventId, text)).name; break;
      case 'shelve': answer = await call('/ShelvingState', 'TimedShelve', [{ dataType: 'Double', value: Number(text) }]); break;
      case 'oneshot': answer = await call('/ShelvingState', 'OneShotShelve'); break;
      case 'unshelve': answer = await call('/ShelvingState', 'Unshelve'); break;
      case 'disable': answer = await call('', 'Disable'); break;
      case 'enable': answer = await call('', 'Enable'); break;
    }
    if (word === 'end') break;
    console.log(`CALLED ${answer}`);
  }
  console.log('RESULT {}');
  process.exit(0);
})().catch((error) => { console.error(error); process.exit(1); });
