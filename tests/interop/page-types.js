// Checks the modules of the pages with TypeScript, by their JSDoc, and prints its complaints.
'use strict';
const path = require('path');
const { spawnSync } = require('child_process');

const compiler = spawnSync(process.execPath, [path.join(__dirname, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', path.join(__dirname, 'page-types'), '--pretty', 'false'], { encoding: 'utf8' });
if (compiler.error) throw compiler.error;
const complaints = compiler.stdout.split('\n').filter((line) => line.trim());
if (compiler.status !== 0 && complaints.length === 0) throw new Error(compiler.stderr);
console.log(`RESULT ${JSON.stringify(complaints)}`);
