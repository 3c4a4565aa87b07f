// nodes7 (MIT) as a rival client: reads a list of items every PERIOD ms for SECONDS s and prints what it cost.
// usage: node nodes7-read.js PORT PERIOD SECONDS WARM < items (one nodes7 address a line). Prints {"cycles":n,"cpuMs":n,"switches":n}.
'use strict';
const NodeS7 = require('nodes7');
const [port, period, seconds, warm] = process.argv.slice(2).map(Number);
const items = require('fs').readFileSync(0, 'utf8').split('\n').filter((line) => line);
const plc = new NodeS7({ silent: true });
plc.initiateConnection({ port, host: '127.0.0.1', rack: 0, slot: 1, timeout: 8000 }, (error) => {
  if (error) { console.error(error); process.exit(1); }
  plc.addItems(items);
  let cycles = 0;
  let busy = false;
  let start;
  let sleeps;
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
  // Warm up as fast as answers come; then the period counts.
  let fast = setInterval(cycle, 1);
  setTimeout(() => {
    clearInterval(fast);
    const timer = setInterval(cycle, period);
    setTimeout(() => { start = process.cpuUsage(); sleeps = process.resourceUsage().voluntaryContextSwitches; cycles = 0; }, 1000);
    setTimeout(() => {
      clearInterval(timer);
      const used = process.cpuUsage(start);
      const switches = process.resourceUsage().voluntaryContextSwitches - sleeps;
      console.log('RESULT ' + JSON.stringify({ cycles, cpuMs: (used.user + used.system) / 1000, switches }));
      process.exit(0);
    }, 1000 + seconds * 1000);
  }, warm * 1000);
});
