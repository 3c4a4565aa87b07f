// nodes7 (MIT) as a rival client: reads a list of items every PERIOD ms for SECONDS s and prints what it cost.
// usage: node nodes7-read.js PORT PERIOD SECONDS < items (one nodes7 address a line). Prints {"cycles":n,"cpuMs":n}.
'use strict';
const NodeS7 = require('nodes7');
const [port, period, seconds] = process.argv.slice(2).map(Number);
const items = require('fs').readFileSync(0, 'utf8').split('\n').filter((line) => line);
const plc = new NodeS7({ silent: true });
plc.initiateConnection({ port, host: '127.0.0.1', rack: 0, slot: 1, timeout: 8000 }, (error) => {
  if (error) { console.error(error); process.exit(1); }
  plc.addItems(items);
  let cycles = 0;
  let busy = false;
  let start;
  const cycle = () => {
    if (busy) return;
    busy = true;
    plc.readAllItems((bad, values) => {
      busy = false;
      if (bad) { console.error('bad values'); process.exit(1); }
      cycles++;
      if (cycles === 1) process.stderr.write(JSON.stringify(Object.values(values).slice(0, 3)) + '\n');
    });
  };
  // The first cycles compile and plan; they don't count.
  const timer = setInterval(cycle, period);
  setTimeout(() => { start = process.cpuUsage(); cycles = 0; }, 2000);
  setTimeout(() => {
    clearInterval(timer);
    const used = process.cpuUsage(start);
    console.log('RESULT ' + JSON.stringify({ cycles, cpuMs: (used.user + used.system) / 1000 }));
    process.exit(0);
  }, 2000 + seconds * 1000);
});
