// nodes7 (MIT) as a rival client: reads a list of items every PERIOD ms and prints what that costs.
// usage: node nodes7-read.js PORT PERIOD, then lines of input: one nodes7 address a line, and an empty line, after which it warms up; another empty line ends
// that and is answered with WARM; then how many of the next cycles are to be measured, each answered with RESULT {"cycles":n,"cpuMs":n,"switches":n}.
'use strict';
const NodeS7 = require('nodes7');
const [port, period] = process.argv.slice(2).map(Number);
const items = [];
const plc = new NodeS7({ silent: true });
let cycles = 0;
let busy = false;
let fast = null;

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

const begin = () => plc.initiateConnection({ port, host: '127.0.0.1', rack: 0, slot: 1, timeout: 8000 }, (error) => {
  if (error) { console.error(error); process.exit(1); }
  plc.addItems(items);
  // Warms up as fast as answers come.
  fast = setInterval(cycle, 1);
});

const settle = () => {
  if (cycles === 0) return setTimeout(settle, 10);
  clearInterval(fast);
  fast = null;
  setInterval(cycle, period);
  console.log('WARM');
};

const measure = (wanted) => {
  const [start, sleeps, before] = [process.cpuUsage(), process.resourceUsage().voluntaryContextSwitches, cycles];
  setTimeout(() => {
    const used = process.cpuUsage(start);
    const switches = process.resourceUsage().voluntaryContextSwitches - sleeps;
    console.log('RESULT ' + JSON.stringify({ cycles: cycles - before, cpuMs: (used.user + used.system) / 1000, switches }));
  }, wanted * period);
};

let isList = true;
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  if (!isList) return line ? measure(Number(line)) : settle();
  if (line) return items.push(line);
  isList = false;
  begin();
}).on('close', () => process.exit(0));
