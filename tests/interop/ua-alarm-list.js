// node-opcua's client (MIT) keeps a list of alarms by its own alarm monitoring, which refreshes at the start.
// usage: node ua-alarm-list.js ENDPOINT LOCALE     (lines on standard input say what to do next)
//   ALARM {...} for each change of an alarm: id, active, acked, retain, severity, message, quality, comment, user
//   "ack ID COMMENT", "confirm ID COMMENT", "comment ID COMMENT": on the last event of an alarm; prints CALLED status
//   "shelve ID MS", "oneshot ID", "unshelve ID", "disable ID", "enable ID": prints CALLED status
//   "list": prints LIST [...]: the alarms that it keeps
//   "details": READY as soon as it listens with a filter of its own, then DETAILS {...} for each event of a ControllerAlarmType
//   "end": ends
'use strict';
const readline = require('readline');
const ua = require('node-opcua-client');
const [, , endpoint, locale] = process.argv;

const show = (alarm) => {
  const f = alarm.fields;
  return {
    id: alarm.conditionId.toString(), type: f.eventType.value.toString(), active: f.activeState.id.value, acked: f.ackedState.id.value, retain: f.retain.value,
    severity: f.severity.value, message: f.message.value && f.message.value.text, locale: f.message.value && f.message.value.locale,
    quality: f.quality.value ? f.quality.value.name : null, comment: f.comment.value ? f.comment.value.text : null, user: f.clientUserId.value,
    source: f.sourceName.value, name: f.conditionName.value, time: f.time.value,
  };
};

(async () => {
  const client = ua.OPCUAClient.create({
    applicationName: 'interop', endpointMustExist: false, connectionStrategy: { maxRetry: 0 },
    securityPolicy: ua.SecurityPolicy.None, securityMode: ua.MessageSecurityMode.None,
  });
  // The library leaves the locales of ActivateSession empty.
  const perform = client.performMessageTransaction;
  client.performMessageTransaction = function (request, callback) {
    if (request.localeIds)
      request.localeIds = [locale];
    return perform.call(this, request, callback);
  };
  await client.connect(endpoint);
  const session = await client.createSession();
  const list = await ua.installAlarmMonitoring(session);
  list.on('alarmChanged', (alarm) => console.log(`ALARM ${JSON.stringify(show(alarm))}`));
  const byEvent = { ack: 'acknowledgeCondition', confirm: 'confirmCondition', comment: 'addCommentCondition' };
  const methods = { shelve: '/ShelvingState/TimedShelve', oneshot: '/ShelvingState/OneShotShelve', unshelve: '/ShelvingState/Unshelve', disable: '/Disable', enable: '/Enable' };
  const call = async (condition, path, time) => {
    const inputArguments = time ? [{ dataType: 'Double', value: Number(time) }] : [];
    const objectId = condition + path.slice(0, path.lastIndexOf('/'));
    return (await session.call({ objectId, methodId: condition + path, inputArguments })).statusCode.name;
  };
  const listed = (id) => list.alarms().find((alarm) => alarm.conditionId.toString() === `ns=2;s=${id}`);
  // Its event may still be under way.
  const find = async (id) => {
    while (!listed(id)) await new Promise((resolve) => setTimeout(resolve, 50));
    return listed(id);
  };
  const ownFields = ['ConditionId', '2:AlarmId', '2:ControllerTime', '2:InfoText', '2:AdditionalText1', '2:AdditionalText9', '2:AssociatedValues'];
  const listen = async () => {
    const subscription = await session.createSubscription2({ requestedPublishingInterval: 50, requestedMaxKeepAliveCount: 20, requestedLifetimeCount: 1000, publishingEnabled: true });
    const item = await subscription.monitor(
      { nodeId: ua.resolveNodeId('Server'), attributeId: ua.AttributeIds.EventNotifier },
      { queueSize: 100, discardOldest: true, filter: ua.constructEventFilter(ownFields, ua.ofType('ns=2;i=1001')) }, ua.TimestampsToReturn.Both);
    const plain = (value) => (value && value.text !== undefined ? value.text : Array.isArray(value) && value.length === 2 && value.every(Number.isInteger) ? String((BigInt(value[0]) << 32n) + BigInt(value[1])) : value);
    item.on('changed', (values) => {
      const [id, number, time, info, first, last, associated] = values.map((value) => plain(value.value));
      console.log(`DETAILS ${JSON.stringify({ id: id.toString(), number, time, info, first, last, values: associated })}`);
    });
  };
  console.log('READY');
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [command, id, ...rest] = line.split(' ');
    if (byEvent[command]) {
      const alarm = await find(id);
      const status = await session[byEvent[command]](alarm.conditionId, alarm.eventId, rest.join(' '));
      console.log(`CALLED ${status.name}`);
    } else if (methods[command]) {
      console.log(`CALLED ${await call(`ns=2;s=${id}`, methods[command], rest[0])}`);
    } else if (command === 'details') {
      await listen();
      console.log('READY');
    } else if (command === 'list') {
      console.log(`LIST ${JSON.stringify(list.alarms().filter((alarm) => alarm.getRetain()).map(show))}`);
    } else if (command === 'end') {
      break;
    }
  }
  process.exit(0);
})().catch((error) => { console.error(error); process.exit(1); });
