// nodes7 (MIT) or Snap7's client (LGPL, through node-snap7) as a rival: reads a list of scattered Reals of DB1 as fast as it can.
// usage: node list-rate.js nodes7|node-snap7 PORT ITEMS STRIDE SECONDS. Prints {"lists":n,"rate":lists per second}.
'use strict';
const [kind, ...numbers] = process.argv.slice(2);
const [port, items, stride, seconds] = numbers.map(Number);
const fail = (error) => { console.error(error); process.exit(1); };

async function measure(readList) {
  const run = async (milliseconds) => {
    const start = process.hrtime.bigint();
    const elapsed = () => Number(process.hrtime.bigint() - start) / 1e6;
    let lists = 0;
    for (; elapsed() < milliseconds; lists++) await readList();
    return { lists, rate: (lists * 1000) / elapsed() };
  };
  await run(1000); // plans, compiles
  console.log('RESULT ' + JSON.stringify(await run(seconds * 1000)));
  process.exit(0);
}

if (kind === 'nodes7') {
  const NodeS7 = require('nodes7');
  const plc = new NodeS7({ silent: true });
  plc.initiateConnection({ port, host: '127.0.0.1', rack: 0, slot: 1, timeout: 8000 }, (error) => {
    if (error) fail(error);
    plc.addItems(Array.from({ length: items }, (_, i) => `DB1,REAL${i * stride}`));
    measure(() => new Promise((resolve) => plc.readAllItems((bad) => (bad ? fail('bad values') : resolve())))).catch(fail);
  });
} else {
  const snap7 = require('node-snap7');
  const client = new snap7.S7Client();
  client.SetParam(client.RemotePort, port);
  const perJob = 20; // Snap7's own limit
  const jobs = [];
  for (let i = 0; i < items; i += perJob) {
    jobs.push(Array.from({ length: Math.min(perJob, items - i) }, (_, k) => ({ Area: client.S7AreaDB, WordLen: client.S7WLByte, DBNumber: 1, Start: (i + k) * stride, Amount: 4 })));
  }
  const read = (job) => new Promise((resolve) => client.ReadMultiVars(job, (error, values) => (error ? fail(client.ErrorText(error)) : resolve(values.map((value) => value.Data.readFloatBE(0))))));
  client.ConnectTo('127.0.0.1', 0, 1, (error) => {
    if (error) fail(client.ErrorText(error));
    measure(async () => { for (const job of jobs) await read(job); }).catch(fail);
  });
}
