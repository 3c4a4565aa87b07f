// Snap7's client (LGPL, by Davide Nardella, through node-snap7): nobody here wrote it. Does one of everything with a soft PLC that has DB1 of 1,000 bytes.
// usage: node snap7-client.js PORT. Prints one JSON document.
'use strict';
const snap7 = require('node-snap7');
const client = new snap7.S7Client();
client.SetParam(client.RemotePort, Number(process.argv[2]));
const call = (name, ...args) => new Promise((resolve, reject) => {
  client[name](...args, (error, ...results) => (error ? reject(new Error(`${name}: ${client.ErrorText(error)}`)) : resolve(results[0])));
});
const code = async (name, ...args) => { try { await call(name, ...args); return 'ok'; } catch (error) { return error.message; } };
const db = (start, amount, data) => ({ Area: client.S7AreaDB, WordLen: client.S7WLByte, DBNumber: 1, Start: start, Amount: amount, Data: data });

(async () => {
  await call('ConnectTo', '127.0.0.1', 0, 1);
  const result = { pdu: client.PDULength() };
  // Longer than any PDU: the client cuts it, and every piece must come from where it belongs.
  const block = Buffer.from(Array.from({ length: 900 }, (_, i) => (i * 7) & 255));
  await call('DBWrite', 1, 50, block.length, block);
  result.block = (await call('DBRead', 1, 50, block.length)).equals(block);
  // A bit as a bit: its neighbours stay.
  await call('DBWrite', 1, 0, 1, Buffer.from([0xA0]));
  await call('WriteArea', client.S7AreaDB, 1, 8 * 0 + 3, 1, client.S7WLBit, Buffer.from([1]));
  result.bit = (await call('DBRead', 1, 0, 1)).toString('hex');
  // As many items as Snap7 puts into one job and the PDU takes, odd lengths among them.
  const lengths = Array.from({ length: result.pdu < 480 ? 8 : 20 }, (_, i) => 1 + (i % 5));
  let at = 100;
  const items = lengths.map((length) => { const item = db(at, length, Buffer.alloc(length, at & 255)); at += length + 3; return item; });
  result.written = (await call('WriteMultiVars', items)).map((item) => item.Result);
  const read = await call('ReadMultiVars', items.map(({ Data, ...item }) => item));
  result.multi = read.map((item, i) => item.Result === 0 && item.Data.equals(items[i].Data));
  // What is not there is an error of its item only.
  const mixed = await call('ReadMultiVars', [db(0, 2), { ...db(0, 2), DBNumber: 77 }, db(2000, 2), db(2, 2)]);
  result.mixed = mixed.map((item) => (item.Result === 0 ? 'ok' : client.ErrorText(item.Result)));
  for (const [name, write, readArea] of [['markers', 'MBWrite', 'MBRead'], ['inputs', 'EBWrite', 'EBRead'], ['outputs', 'ABWrite', 'ABRead']]) {
    await call(write, 4, 3, Buffer.from([1, 2, 3]));
    result[name] = (await call(readArea, 4, 3)).toString('hex');
  }
  await call('TMWrite', 2, 2, Buffer.from([0x01, 0x27, 0x02, 0x50]));
  result.timers = (await call('TMRead', 2, 2)).toString('hex');
  await call('CTWrite', 3, 1, Buffer.from([0x01, 0x23]));
  result.counters = (await call('CTRead', 3, 1)).toString('hex');
  result.status = await call('PlcStatus');
  result.order = (await call('GetOrderCode')).Code;
  result.module = (await call('GetCpuInfo')).ModuleTypeName;
  result.cpuPdu = (await call('GetCpInfo')).MaxPduLength;
  result.blocks = (await call('ListBlocksOfType', client.Block_DB)).length ?? 0;
  result.length = (await call('GetAgBlockInfo', client.Block_DB, 1)).MC7Size;
  const clock = new Date(2024, 1, 29, 12, 34, 56);
  await call('SetPlcDateTime', clock);
  result.clock = Math.abs((await call('GetPlcDateTime')) - clock) < 60000;
  result.missing = await code('DBRead', 77, 0, 1);
  client.Disconnect();
  console.log('RESULT ' + JSON.stringify(result));
})().catch((error) => { console.error(error.message); process.exit(1); });
