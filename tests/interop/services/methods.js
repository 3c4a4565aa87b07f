// Method service set.
'use strict';
const assert = require('assert');
const ua = require('node-opcua-client');
const { tag, names, check, subscribe } = require('./harness');
const { DataType } = ua;

async function methods(session) {
  await check('GetMonitoredItems and ResendData', async () => {
    const s = await subscribe(session);
    const item = await s.monitor(tag('Order'), { clientHandle: 6 });
    await s.changes();
    const handles = await session.getMonitoredItems(s.id);
    assert.deepStrictEqual([Array.from(handles.serverHandles), Array.from(handles.clientHandles)], [[item.monitoredItemId], [6]]);
    const resend = (id) => session.call({ objectId: 'i=2253', methodId: 'i=12873', inputArguments: [{ dataType: DataType.UInt32, value: id }] });
    assert.strictEqual((await resend(s.id)).statusCode.name, 'Good');
    assert.strictEqual((await s.changes())[0].clientHandle, 6);
    assert.strictEqual((await resend(4711)).statusCode.name, 'BadSubscriptionIdInvalid');
  });
  await check('our own methods', async () => {
    const objectId = tag('_Status/Scans/fast');
    assert.strictEqual((await session.call({ objectId, methodId: `${objectId}/Poll`, inputArguments: [] })).statusCode.name, 'Good');
    const release = await session.getArgumentDefinition(`${tag('_Status')}/Release`);
    assert.strictEqual(release.inputArguments.length, 1);
  });
  await check('calls that make no sense say why', async () => {
    const call = async (objectId, methodId, inputArguments = []) => session.call({ objectId, methodId, inputArguments });
    assert.strictEqual((await call('ns=2;s=Nope', 'i=12873')).statusCode.name, 'BadNodeIdUnknown');
    assert.strictEqual((await call('i=2253', 'ns=2;s=Nope')).statusCode.name, 'BadMethodInvalid');
    assert.strictEqual((await call('ns=2;s=Line1', 'i=12873')).statusCode.name, 'BadMethodInvalid');
    assert.strictEqual((await call('i=2253', 'i=12873')).statusCode.name, 'BadArgumentsMissing');
    const wrong = await call('i=2253', 'i=12873', [{ dataType: DataType.String, value: 'x' }]);
    assert.deepStrictEqual([wrong.statusCode.name, names(wrong.inputArgumentResults)], ['BadInvalidArgument', ['BadTypeMismatch']]);
  });
}

module.exports = { methods };
