// node-opcua-json (MIT) decodes values in JSON by OPC 10000-6, 5.4 of 1.05. Each line of FILE is one; prints a list of what it read:
// { type, array, value } or { error }. Integers of 64 bits are its pairs of high and low word, times ISO text, bytes base64.
// usage: node ua-json.js FILE NAMESPACE_URI...
'use strict';
const { readFileSync } = require('fs');
const { v105 } = require('node-opcua-json');
const [, , file, ...namespaces] = process.argv;
const noStructures = { constructObject: () => { throw new Error('a structure of an unknown type'); } };

function plain(value) {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return Array.from(value, plain);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0';
  if (value !== null && typeof value === 'object') {
    if (value.dataType !== undefined) return { type: value.dataType, value: plain(value.value) };
    if (value.identifierType !== undefined) return value.toString();
    if (value._value !== undefined) return { code: value._value, name: value._name };
    return JSON.parse(JSON.stringify(value));
  }
  return value;
}

const results = readFileSync(file, 'utf8').split('\n').filter((line) => line !== '').map((line) => {
  try {
    const read = v105.opcuaJsonDecodeVariant(JSON.parse(line), noStructures, namespaces);
    return { type: read.dataType, array: read.arrayType !== 0, value: plain(read.value) };
  } catch (error) {
    return { error: error.message || String(error) };
  }
});
console.log('RESULT ' + JSON.stringify(results));
