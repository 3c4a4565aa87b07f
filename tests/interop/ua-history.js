// node-opcua's client (MIT) through every detail of HistoryRead, one check after the other. Prints { name: "ok" or what went wrong }.
// usage: node ua-history.js ENDPOINT    the map: see NodeOpcUaHistoryTests; Line1/Number counts up, Line1/On is a bit, Line1/Plain has no history
'use strict';
const assert = require('assert');
const ua = require('node-opcua-client');
const { DeleteRawModifiedDetails } = require('node-opcua-types');
const { tag, raw, fault, connect, check, results } = require('./services/harness');

const NODE = tag('Number');
const SET = ['Interpolative', 'Average', 'TimeAverage', 'Total', 'Minimum', 'Maximum', 'MinimumActualTime', 'MaximumActualTime', 'Range', 'Count',
  'NumberOfTransitions', 'Start', 'End', 'Delta', 'DurationGood', 'DurationBad', 'PercentGood', 'PercentBad', 'WorstQuality', 'DurationInStateZero',
  'DurationInStateNonZero', 'StandardDeviationSample'];
// The numbers of the functions in namespace 0.
const IDS = { Interpolative: 2341, Average: 2342, TimeAverage: 2343, Total: 2344, Minimum: 2346, Maximum: 2347, MinimumActualTime: 2348, MaximumActualTime: 2349,
  Range: 2350, Count: 2352, NumberOfTransitions: 2355, Start: 2357, End: 2358, Delta: 2359, DurationGood: 2360, DurationBad: 2361, PercentGood: 2362,
  PercentBad: 2363, WorstQuality: 2364, DurationInStateZero: 11307, DurationInStateNonZero: 11308, StandardDeviationSample: 11426 };

const details = (body) => ({ historyReadDetails: body, timestampsToReturn: ua.TimestampsToReturn.Source });
const nodes = (nodeId, more = {}) => [{ nodeId, indexRange: undefined, dataEncoding: undefined, continuationPoint: undefined, ...more }];
const rawDetails = (start, end, numValuesPerNode = 0, returnBounds = false) =>
  new ua.ReadRawModifiedDetails({ isReadModified: false, startTime: start, endTime: end, numValuesPerNode, returnBounds });
const read = async (session, body, nodeId = NODE, more = {}) =>
  (await raw(session, new ua.HistoryReadRequest({ ...details(body), nodesToRead: nodes(nodeId, more) }))).results[0];
const times = (values) => values.map((value) => value.sourceTimestamp.getTime());
const numbers = (values) => values.map((value) => value.value.value);

(async () => {
  const { client, session } = await connect();
  const end = new Date(Date.now() - 1000);
  // What came after the gap. A Date has milliseconds, and times of values have ten thousand times as many digits: it is always a little before its value.
  const hour = new Date(end.getTime() - 3600000);
  const stored = (await read(session, rawDetails(hour, end))).historyData.dataValues;
  const all = stored.slice(stored.findLastIndex((value) => !value.statusCode.isGood()) + 1);
  const start = all[0].sourceTimestamp;

  await check('the nodes say that there is history', async () => {
    const attributes = await session.read(['AccessLevel', 'UserAccessLevel', 'Historizing'].map((name) => ({ nodeId: NODE, attributeId: ua.AttributeIds[name] })));
    assert.strictEqual(attributes[0].value.value & 4, 4);
    assert.strictEqual(attributes[1].value.value & 4, 4);
    assert.strictEqual(attributes[2].value.value, true);
    const plain = await session.read({ nodeId: tag('Plain'), attributeId: ua.AttributeIds.AccessLevel });
    assert.strictEqual(plain.value.value & 4, 0);
  });
  await check('Stepped is found as UaExpert looks for it', async () => {
    const [configuration] = (await session.browse({ nodeId: NODE, referenceTypeId: 'HasHistoricalConfiguration', resultMask: 63 })).references;
    assert.strictEqual(configuration.browseName.name, 'HA Configuration');
    const path = ua.makeBrowsePath(configuration.nodeId, '.Stepped');
    const stepped = (await session.translateBrowsePath(path)).targets[0].targetId;
    assert.strictEqual((await session.read({ nodeId: stepped, attributeId: 13 })).value.value, true);
  });
  await check('readHistoryValue', async () => {
    const found = await session.readHistoryValue(NODE, start, end);
    assert.strictEqual(found.statusCode.name, 'Good');
    assert.ok(found.historyData.dataValues.length > 20);
    assert.deepStrictEqual(numbers(all), all.map((_, i) => all[0].value.value + i), 'every number once');
  });
  await check('numValuesPerNode and continuation points', async () => {
    const seen = [];
    let point;
    do {
      const page = await read(session, rawDetails(start, end, 7), NODE, { continuationPoint: point });
      assert.ok(page.historyData.dataValues.length <= 7);
      seen.push(...page.historyData.dataValues);
      point = page.continuationPoint;
    } while (point && point.length > 0);
    assert.deepStrictEqual(numbers(seen.filter((value) => value.statusCode.isGood())), numbers(all));
  });
  await check('backwards', async () => {
    const found = await read(session, rawDetails(end, start, 5));
    assert.deepStrictEqual(numbers(found.historyData.dataValues), numbers(all).slice(-5).reverse());
  });
  await check('bounds', async () => {
    const from = new Date(all[10].sourceTimestamp.getTime() + 1);
    const to = new Date(all[12].sourceTimestamp.getTime() + 1);
    const found = (await read(session, rawDetails(from, to, 0, true))).historyData.dataValues;
    assert.deepStrictEqual(numbers(found), numbers(all).slice(10, 14));
  });
  await check('a released continuation point is gone', async () => {
    const page = await read(session, rawDetails(start, end, 3));
    await raw(session, new ua.HistoryReadRequest({
      ...details(rawDetails(start, end, 3)), releaseContinuationPoints: true, nodesToRead: nodes(NODE, { continuationPoint: page.continuationPoint }),
    }));
    const gone = await read(session, rawDetails(start, end, 3), NODE, { continuationPoint: page.continuationPoint });
    assert.strictEqual(gone.statusCode.name, 'BadContinuationPointInvalid');
  });
  await check('values at times', async () => {
    const reqTimes = [all[5], all[3]].map((value) => new Date(value.sourceTimestamp.getTime() + 1));
    const found = (await read(session, new ua.ReadAtTimeDetails({ reqTimes, useSimpleBounds: true }))).historyData.dataValues;
    assert.deepStrictEqual(numbers(found), [all[5].value.value, all[3].value.value]);
    assert.deepStrictEqual(times(found), reqTimes.map((time) => time.getTime()));
  });
  await check('readAggregateValue', async () => {
    const found = await session.readAggregateValue({ nodeId: NODE }, start, end, ua.AggregateFunction.Maximum, 0);
    assert.strictEqual(found.statusCode.name, 'Good');
    assert.strictEqual(found.historyData.dataValues[0].value.value, all.at(-1).value.value);
  });
  const from = all[2].sourceTimestamp;
  const to = all.at(-2).sourceTimestamp;
  const processed = async (name) => (await read(session, new ua.ReadProcessedDetails({
    startTime: from, endTime: to, processingInterval: 0, aggregateType: [`i=${IDS[name]}`],
    aggregateConfiguration: { useServerCapabilitiesDefaults: true, treatUncertainAsBad: true, percentDataBad: 100, percentDataGood: 100, useSlopedExtrapolation: false },
  })));
  const inside = numbers(all).slice(2, -2);
  const expected = { Minimum: inside[0], Maximum: inside.at(-1), Count: inside.length, Start: inside[0], End: inside.at(-1), Range: inside.length - 1, PercentGood: 100, PercentBad: 0 };
  for (const name of SET) {
    await check(`aggregate ${name}`, async () => {
      const found = await processed(name);
      assert.ok(found.statusCode.isGood(), found.statusCode.name);
      const [value] = found.historyData.dataValues;
      assert.strictEqual(found.historyData.dataValues.length, 1);
      assert.ok(!value.statusCode.name.startsWith('Bad'), value.statusCode.name);
      if (name in expected) assert.strictEqual(Number(value.value.value), expected[name]);
    });
  }
  await check('intervals', async () => {
    const found = await read(session, new ua.ReadProcessedDetails({
      startTime: from, endTime: to, processingInterval: 500, aggregateType: ['i=2352'],
      aggregateConfiguration: { useServerCapabilitiesDefaults: true, treatUncertainAsBad: true, percentDataBad: 100, percentDataGood: 100, useSlopedExtrapolation: false },
    }));
    const values = found.historyData.dataValues;
    assert.strictEqual(values.length, Math.ceil((to - from) / 500));
    assert.strictEqual(values.reduce((sum, value) => sum + Number(value.value.value), 0), inside.length);
  });
  await check('aggregates are listed', async () => {
    const listed = (await session.browse({ nodeId: 'i=11201', resultMask: 63 })).references.map((reference) => reference.browseName.name);
    for (const name of SET) assert.ok(listed.includes(name) || listed.includes(`${name}`), `${name} of ${listed}`);
  });
  await check('an unknown aggregate', async () => {
    const found = await read(session, new ua.ReadProcessedDetails({ startTime: from, endTime: to, processingInterval: 0, aggregateType: ['i=85'] }));
    assert.strictEqual(found.statusCode.name, 'BadAggregateNotSupported');
  });
  await check('a tag without history', async () => {
    assert.match((await read(session, rawDetails(start, end), tag('Plain'))).statusCode.name, /BadHistoryOperationUnsupported|BadUserAccessDenied|BadNotReadable/);
  });
  await check('events of the server', async () => {
    const filter = ua.constructEventFilter(['EventType', 'SourceName', 'Message', 'Severity', 'Time']);
    const found = await read(session, new ua.ReadEventDetails({ startTime: hour, endTime: new Date(), numValuesPerNode: 0, filter }), 'i=2253');
    assert.ok(found.statusCode.isGood(), found.statusCode.name);
    const messages = found.historyData.events.map((event) => event.eventFields[2].value.text);
    assert.ok(messages.some((text) => /Line1 is not connected|connected and answers normally/.test(text)), JSON.stringify(messages));
  });
  await check('HistoryUpdate is refused', async () => {
    const update = new ua.HistoryUpdateRequest({
      historyUpdateDetails: [new DeleteRawModifiedDetails({ nodeId: NODE, isDeleteModified: false, startTime: start, endTime: end })],
    });
    const answer = await raw(session, update).then((response) => response.results[0].statusCode.name, async (error) => fault(Promise.reject(error)));
    assert.match(answer, /BadHistoryOperationUnsupported|BadServiceUnsupported|BadNotWritable|BadUserAccessDenied/);
    assert.strictEqual((await read(session, rawDetails(start, end))).historyData.dataValues.filter((value) => value.statusCode.isGood()).length, all.length);
  });
  await session.close();
  await client.disconnect();
  console.log('RESULT ' + JSON.stringify(results));
  process.exit(0);
})().catch((error) => { console.error(error.stack); process.exit(1); });
