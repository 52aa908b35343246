// Reads the CTRF reports of all test programs, prints failures and skips, and ends with 'N passed, N failed, N skipped'.
// Fails when a test failed, when no test ran, when a program left no report, or when a skip is not on the checked-in list.
// Tests of public recordings may be skipped only where their folder really is absent.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder, allowedFile] = process.argv.slice(2);
const allowed = readFileSync(allowedFile, 'utf8')
  .split('\n')
  .map((line) => line.replace(/#.*/, '').trim())
  .filter(Boolean);

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const dataFolder = process.env.FATHOM_TEST_DATA || resolve(root, '..', 'shared', 'data');
const dataIsAbsent = !existsSync(dataFolder);
const dataReason = 'the data folder is absent';

let passed = 0;
let withoutData = 0;
let failed = 0;
let skipped = 0;
let broken = false;

for (const suite of ['Fathom.Tests', 'Fathom.EndToEnd']) {
  const file = join(folder, `${suite}.json`);
  if (!existsSync(file)) {
    console.log(`${suite} ended without a report:`);
    const log = join(folder, `${suite}.log`);
    if (existsSync(log)) console.log(readFileSync(log, 'utf8').split('\n').slice(-30).join('\n'));
    broken = true;
    continue;
  }

  for (const test of JSON.parse(readFileSync(file, 'utf8')).results.tests) {
    if (test.status === 'passed') {
      passed++;
    } else if (test.status === 'failed') {
      failed++;
      console.log(`FAILED ${test.name}\n${indent(test.message)}\n${indent(test.trace)}`);
    } else {
      skipped++;
      if (dataIsAbsent && reason(test).includes(dataReason)) {
        withoutData++;
        continue;
      }

      const known = allowed.some((name) => test.name === name || test.name.startsWith(`${name}(`));
      console.log(`${known ? 'skipped' : 'SKIPPED, NOT ALLOWED'} ${test.name}: ${reason(test)}`);
      broken ||= !known;
    }
  }
}

if (withoutData > 0) console.log(`skipped ${withoutData} tests of public recordings: there is no folder ${dataFolder} (FATHOM_TEST_DATA names another)`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(broken || failed > 0 || passed === 0 ? 1 : 0);

function indent(text) {
  return (text ?? '').split('\n').slice(0, 25).map((line) => `    ${line}`).join('\n');
}

// xunit puts the reason of a skip beside CTRF's own fields.
function reason(test) {
  return (test.extra?.reason ?? test.message ?? 'no reason given').split('\n')[0];
}
