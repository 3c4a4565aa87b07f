// node-opcua's client (MIT) reads history in every way. Prints { name: "ok" or what went wrong }.
// usage: node ua-history-reads.js ENDPOINT BASE     BASE: milliseconds since 1970 of the first value; the data: see NodeOpcUaHistoryReadsTests
'use strict';
const assert = require('assert');
const ua = require('node-opcua-client');
const { NumericRange } = require('node-opcua-numeric-range'); // parts of node-opcua-client that it does not hand on
const { DeleteRawModifiedDetails } = require('node-opcua-types');
const [, , endpoint, baseText] = process.argv;
const base = Number(baseText);
const at = (seconds) => new Date(base + seconds * 1000);
const ramp = 'ns=2;s=Toys/V0', text = 'ns=2;s=Toys/V1', none = 'ns=2;s=Toys/V2';
const results = {};

async function check(name, what) {
  try {
    await what();
    results[name] = 'ok';
  } catch (error) {
    results[name] = error.message || String(error);
  }
}

(async () => {
  const client = ua.OPCUAClient.create({ endpointMustExist: false, connectionStrategy: { maxRetry: 0 } });
  await client.connect(endpoint);
  const session = await client.createSession();

  const read = async (details, node = ramp, more = {}) => (await session.historyRead(new ua.HistoryReadRequest({
    historyReadDetails: details, timestampsToReturn: ua.TimestampsToReturn.Both, nodesToRead: [{ nodeId: node, ...more.node }], ...more.request,
  }))).results[0];
  const values = (result) => result.historyData.dataValues;
  const raw = (start, end, count = 0, bounds = false) => new ua.ReadRawModifiedDetails({
    isReadModified: false, startTime: start && at(start[0]), endTime: end && at(end[0]), numValuesPerNode: count, returnBounds: bounds,
  });
  const numbers = (result) => values(result).map((v) => v.value.value);

  await check('its own call for raw values, which asks for bounds, gives all of a range', async () => {
    const result = await session.readHistoryValue(ramp, at(0), at(10));
    assert.deepStrictEqual(numbers(result), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert.strictEqual(values(result)[3].sourceTimestamp.getTime(), at(3).getTime());
  });
  await check('raw values come backward', async () => assert.deepStrictEqual(numbers(await read(raw([5], [2]))), [5, 4, 3]));
  await check('bounds are added', async () => assert.deepStrictEqual(numbers(await read(raw([1.5], [3.5], 0, true))), [1, 2, 3, 4]));
  await check('a start and a number are enough', async () => assert.deepStrictEqual(numbers(await read(raw([90], null, 5))), [90, 91, 92, 93, 94]));
  await check('an end and a number go back', async () => assert.deepStrictEqual(numbers(await read(raw(null, [90], 3))), [90, 89, 88]));
  await check('pages join without a gap', async () => {
    const details = raw([0], [100], 7);
    const all = [];
    let result = await read(details);
    all.push(...numbers(result));
    while (result.continuationPoint && result.continuationPoint.length) {
      result = await read(details, ramp, { node: { continuationPoint: result.continuationPoint } });
      all.push(...numbers(result));
    }
    assert.deepStrictEqual(all, Array.from({ length: 100 }, (_, i) => i));
  });
  await check('a released continuation point is gone', async () => {
    const details = raw([0], [100], 7);
    const { continuationPoint } = await read(details);
    assert.strictEqual((await read(details, ramp, { node: { continuationPoint }, request: { releaseContinuationPoints: true } })).statusCode.name, 'Good');
    assert.strictEqual((await read(details, ramp, { node: { continuationPoint } })).statusCode.name, 'BadContinuationPointInvalid');
  });
  await check('texts and gaps', async () => {
    const result = values(await read(raw([0], [10]), text));
    assert.deepStrictEqual(result.map((v) => v.statusCode.name), ['Good', 'BadDataLost', 'Good']);
    assert.strictEqual(result[2].value.value, 'stop');
  });
  await check('a part of a text', async () => {
    const result = values(await read(raw([0], [1]), text, { node: { indexRange: new NumericRange('0:1') } }));
    assert.strictEqual(result[0].value.value, 'ru');
  });
  await check('an empty range is no error', async () => assert.strictEqual((await read(raw([5000], [6000]))).statusCode.name, 'GoodNoData'));
  await check('a variable without history says so', async () => assert.strictEqual((await read(raw([0], [1]), none)).statusCode.name, 'BadHistoryOperationUnsupported'));
  await check('values at times', async () => {
    const result = await read(new ua.ReadAtTimeDetails({ reqTimes: [at(2), at(0.5)], useSimpleBounds: false }));
    assert.deepStrictEqual(numbers(result), [2, 0.5]);
  });

  const functions = ['Interpolative', 'Average', 'TimeAverage', 'Minimum', 'Maximum', 'Count', 'Start', 'End', 'Total', 'Range', 'Delta', 'MinimumActualTime',
    'MaximumActualTime', 'DurationGood', 'DurationBad', 'PercentGood', 'PercentBad', 'WorstQuality', 'NumberOfTransitions', 'DurationInStateZero',
    'DurationInStateNonZero', 'StandardDeviationSample'];
  const expected = { Interpolative: 10, Average: 14.5, TimeAverage: 15, Minimum: 10, Maximum: 19, Count: 10, Start: 10, End: 19, Total: 150, Range: 9, Delta: 9,
    MinimumActualTime: 10, MaximumActualTime: 19, DurationGood: 10000, DurationBad: 0, PercentGood: 100, PercentBad: 0, NumberOfTransitions: 10,
    DurationInStateZero: 0, DurationInStateNonZero: 10000, StandardDeviationSample: Math.sqrt(82.5 / 9) };
  for (const name of functions) {
    await check(`aggregate ${name}`, async () => {
      const result = await session.readAggregateValue({ nodeId: ramp }, at(0), at(30), ua.AggregateFunction[name], 10000);
      assert.strictEqual(values(result).length, 3);
      const value = values(result)[1];
      if (name === 'WorstQuality')
        assert.strictEqual(value.value.value.name, 'Good');
      else
        assert.ok(Math.abs(value.value.value - expected[name]) < 1e-9, `${value.value.value} is not ${expected[name]}`);
    });
  }
  await check('the folder of aggregates lists them', async () => {
    const browsed = await session.browse({ nodeId: 'i=11201', referenceTypeId: 'Organizes', includeSubtypes: true, browseDirection: ua.BrowseDirection.Forward, resultMask: 63 });
    assert.deepStrictEqual(browsed.references.map((r) => r.browseName.name).sort(), [...functions].sort());
  });
  await check('stored events come by a filter', async () => {
    const filter = ua.constructEventFilter(['Message', 'Severity']);
    const result = await read(new ua.ReadEventDetails({ numValuesPerNode: 0, startTime: at(0), endTime: at(100), filter }), 'i=2253');
    assert.deepStrictEqual(result.historyData.events.map((e) => [e.eventFields[0].value.text, e.eventFields[1].value]), [['first', 100], ['second', 900]]);
  });
  await check('the history cannot be changed', async () => {
    const update = new ua.HistoryUpdateRequest({ historyUpdateDetails: [new DeleteRawModifiedDetails({ nodeId: ramp, startTime: at(0), endTime: at(10) })] });
    const response = await new Promise((resolve, reject) => session.performMessageTransaction(update, (error, answer) => (error ? reject(error) : resolve(answer))));
    assert.strictEqual(response.results[0].statusCode.name, 'BadHistoryOperationUnsupported');
  });

  await session.close();
  await client.disconnect();
  // node-opcua talks on standard output too: the mark tells the answer from its remarks.
  console.log('RESULT ' + JSON.stringify(results));
  process.exit(0);
})().catch((error) => { console.error(error.stack); process.exit(1); });
