// nodes7 (MIT) as a client that nobody here wrote: writes items to a soft PLC and reads items from it.
// usage: node nodes7-client.js PORT '{"write":{"DB1,INT0":5},"read":["DB1,INT0"]}'. Prints {"bad":false,"values":{…}}.
'use strict';
const NodeS7 = require('nodes7');
const port = Number(process.argv[2]);
const { write, read } = JSON.parse(process.argv[3]);
const plc = new NodeS7({ silent: true });
const fail = (error) => { console.error(error); process.exit(1); };
plc.initiateConnection({ port, host: '127.0.0.1', rack: 0, slot: 1, timeout: 8000 }, (error) => {
  if (error) fail(error);
  const readAll = () => {
    plc.addItems(read);
    plc.readAllItems((bad, values) => {
      console.log('RESULT ' + JSON.stringify({ bad: Boolean(bad), values }));
      plc.dropConnection(() => process.exit(0));
    });
  };
  const items = Object.keys(write);
  if (items.length === 0) readAll();
  else plc.writeItems(items, items.map((item) => write[item]), (bad) => (bad ? fail('a write failed') : readAll()));
});
