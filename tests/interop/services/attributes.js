// Attribute service set.
'use strict';
const assert = require('assert');
const ua = require('node-opcua-client');
const { tag, raw, names, range, fault, check, readsBack } = require('./harness');
const { AttributeIds, TimestampsToReturn, DataType } = ua;

async function attributes(session) {
  const read = async (request) => (await session.read({ attributeId: 13, ...request }));
  await check('Read takes index ranges of arrays and texts', async () => {
    const whole = Array.from((await read({ nodeId: tag('Temps') })).value.value);
    assert.strictEqual(whole.length, 10);
    assert.deepStrictEqual(Array.from((await read({ nodeId: tag('Temps'), indexRange: range('2:4') })).value.value), whole.slice(2, 5));
    assert.deepStrictEqual(Array.from((await read({ nodeId: tag('Temps'), indexRange: range('8:20') })).value.value), whole.slice(8));
    assert.strictEqual((await read({ nodeId: tag('Temps'), indexRange: range('10') })).statusCode.name, 'BadIndexRangeNoData');
    assert.strictEqual((await read({ nodeId: tag('Order'), indexRange: range('0') })).statusCode.name, 'BadIndexRangeNoData');
  });
  await check('Read knows the encodings', async () => {
    const encoded = async (nodeId, name) => (await read({ nodeId, dataEncoding: { namespaceIndex: 0, name } })).statusCode.name;
    assert.strictEqual(await encoded(`${tag('Speed')}/EURange`, 'Default Binary'), 'Good');
    assert.strictEqual(await encoded(`${tag('Speed')}/EURange`, 'Default XML'), 'BadDataEncodingUnsupported');
    assert.strictEqual(await encoded(tag('Speed'), 'Default Binary'), 'BadDataEncodingInvalid');
    assert.strictEqual(await encoded(tag('Speed'), 'Nonsense'), 'BadDataEncodingInvalid');
  });
  await check('Read gives the timestamps that were asked for', async () => {
    for (const [wanted, source, server] of [['Source', true, false], ['Server', false, true], ['Both', true, true], ['Neither', false, false]]) {
      const request = new ua.ReadRequest({ timestampsToReturn: TimestampsToReturn[wanted], nodesToRead: [{ nodeId: tag('Speed'), attributeId: 13 }, { nodeId: tag('Speed'), attributeId: 4 }] });
      const [value, name] = (await raw(session, request)).results;
      assert.deepStrictEqual([wanted, !!value.sourceTimestamp, !!value.serverTimestamp, !!name.sourceTimestamp], [wanted, source, server, false]);
    }
    assert.strictEqual(await fault(raw(session, new ua.ReadRequest({ maxAge: -1, nodesToRead: [{ nodeId: tag('Speed'), attributeId: 13 }] }))), 'BadMaxAgeInvalid');
  });
  await check('Read with maxAge 0 waits for a value younger than the request or the scan', async () => {
    const before = Date.now();
    const value = (await raw(session, new ua.ReadRequest({ maxAge: 0, timestampsToReturn: TimestampsToReturn.Both, nodesToRead: [{ nodeId: tag('Temps'), attributeId: 13 }] }))).results[0];
    assert.ok(value.serverTimestamp.getTime() > before - 600, `confirmed ${before - value.serverTimestamp.getTime()} ms before`);
  });
  await check('one bad operation harms no other', async () => {
    const values = await session.read([{ nodeId: tag('Order'), attributeId: 13 }, { nodeId: tag('Nope'), attributeId: 13 }, { nodeId: tag('Order'), attributeId: AttributeIds.Executable }, { nodeId: 'ns=2;s=Line1', attributeId: 13 }, { nodeId: tag('Name'), attributeId: 13 }]);
    assert.deepStrictEqual(names(values.map((v) => v.statusCode)), ['Good', 'BadNodeIdUnknown', 'BadAttributeIdInvalid', 'BadAttributeIdInvalid', 'Good']);
  });
  await check('every attribute of every class is there or said not to be', async () => {
    for (const nodeId of [tag('Speed'), 'ns=2;s=Line1', 'i=2253', 'i=11492', 'i=24', 'i=35', 'i=58', 'i=62']) {
      const values = await session.read(Array.from({ length: 27 }, (_, i) => ({ nodeId, attributeId: i + 1 })));
      // RolePermissions are for administrators.
      assert.ok(values.every((v, i) => ['Good', 'BadAttributeIdInvalid', ...(i + 1 === AttributeIds.RolePermissions ? ['BadUserAccessDenied'] : [])].includes(v.statusCode.name)), `${nodeId}: ${names(values.map((v) => v.statusCode))}`);
    }
  });
}

async function writes(session) {
  const write = async (name, dataType, value, more = {}) => (await session.write({
    nodeId: tag(name), attributeId: AttributeIds.Value, ...more,
    value: { value: { dataType, value, arrayType: Array.isArray(value) ? ua.VariantArrayType.Array : ua.VariantArrayType.Scalar } },
  })).name;
  await check('Write reaches the PLC and is read back', async () => {
    assert.strictEqual(await write('Order', DataType.Int32, 4711), 'Good');
    await readsBack(session, 'Order', 4711);
    assert.strictEqual(await write('Name', DataType.String, 'Grün'), 'Good');
    await readsBack(session, 'Name', 'Grün');
  });
  await check('Write takes whole arrays and ranges of them', async () => {
    assert.strictEqual(await write('Temps', DataType.Int16, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), 'Good');
    assert.strictEqual(await write('Temps', DataType.Int16, [-3, -4], { indexRange: range('3:4') }), 'Good');
    await readsBack(session, 'Temps', [0, 1, 2, -3, -4, 5, 6, 7, 8, 9]);
    assert.strictEqual(await write('Temps', DataType.Int16, [1, 2, 3]), 'BadOutOfRange');
    assert.strictEqual(await write('Temps', DataType.Int16, [1], { indexRange: range('10') }), 'BadIndexRangeNoData');
  });
  await check('Write says why not', async () => {
    assert.strictEqual(await write('Speed', DataType.Float, 1), 'BadNotWritable');
    assert.strictEqual(await write('Order', DataType.String, 'text'), 'BadTypeMismatch');
    assert.strictEqual(await write('Order', DataType.Double, 1e12), 'BadOutOfRange');
    assert.strictEqual(await write('Setpoint', DataType.Float, 3001), 'BadOutOfRange');
    assert.strictEqual(await write('Nope', DataType.Float, 1), 'BadNodeIdUnknown');
    assert.strictEqual(await write('Order', DataType.Int32, 1, { attributeId: AttributeIds.DisplayName }), 'BadNotWritable');
  });
}

module.exports = { attributes, writes };
