// A Snap7 server (LGPL, by Davide Nardella, through node-snap7) as the PLC: nobody here wrote it. Filled with known bytes.
// usage: node snap7-server.js PORT. Prints "ready PORT"; ends when its standard input closes.
'use strict';
const snap7 = require('node-snap7');
const port = Number(process.argv[2]);
const server = new snap7.S7Server();
server.SetParam(server.LocalPort, port);

const db1 = Buffer.alloc(512);
db1.writeFloatBE(1487.5, 0);         // DB1.DBD0  Real
db1.writeInt16BE(-1234, 4);          // DB1.DBW4  Int
db1.writeUInt8(0b00100001, 6);       // DB1.DBX6.0 and DB1.DBX6.5
db1.writeInt32BE(-2000000000, 8);    // DB1.DBD8  DInt
db1.writeUInt8(20, 12); db1.writeUInt8(5, 13); db1.write('Grün!', 14, 'latin1'); // DB1.DBB12 String[20]
db1.writeInt32BE(-1500, 40);         // DB1.DBD40 Time, -1.5 s
for (let i = 0; i < 10; i++) db1.writeInt16BE(i * 100 - 300, 50 + 2 * i); // DB1.DBW50 Int[10]
for (let i = 0; i < 60; i++) db1.writeUInt16BE(4000 + i, 100 + 6 * i); // 60 words with gaps: more items than Snap7 answers in one job
const markers = Buffer.alloc(64);
markers.writeUInt16BE(4711, 20);     // MW20 Word

server.RegisterArea(server.srvAreaDB, 1, db1);
server.RegisterArea(server.srvAreaMK, markers);
server.StartTo('127.0.0.1', (error) => {
  if (error) { console.error(server.ErrorText(error)); process.exit(1); }
  console.log(`ready ${port}`);
});

// Line protocol: "word DB OFFSET VALUE" changes a word of DB1 while it serves; "dump OFFSET LENGTH" prints bytes in hex.
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, a, b] = line.split(' ');
  const area = server.GetArea(server.srvAreaDB, 1);
  if (command === 'word') { area.writeUInt16BE(Number(b), Number(a)); server.SetArea(server.srvAreaDB, 1, area); console.log('done'); }
  if (command === 'dump') console.log(area.subarray(Number(a), Number(a) + Number(b)).toString('hex'));
}).on('close', () => { server.Stop(); process.exit(0); });
