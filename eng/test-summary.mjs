// Reads the CTRF reports of all test programs, prints failures and skips, and ends with 'N passed, N failed, N skipped'.
// Fails when a test failed, when no test ran, when a program left no report, or when a test was skipped for a reason that is not on the list of reasons or
// that is not true here: the command that stands behind the reason is run again.
// A test that failed, and passed when it was run alone right after, is unstable: it is listed, and up to two of them do not fail the run.
// Arguments: the folder of the reports, the list of reasons, 'all-skipped' where no test needs to have passed or nothing, and the names of the reports.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { againName, mostUnstable, readCode, readTests } from './test-results.mjs';

const [folder, reasonsFile, mode, ...reports] = process.argv.slice(2);
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const checks = new Map(
  readFileSync(reasonsFile, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf(' | ')), line.slice(line.indexOf(' | ') + 3)]),
);

let passed = 0;
let failed = 0;
let broken = false;
const skips = new Map();
const unstable = [];

for (const suite of reports) {
  const tests = readTests(folder, suite);
  if (!tests) {
    console.log(`${suite} ended without a report:`);
    const log = join(folder, `${suite}.log`);
    if (existsSync(log)) console.log(readFileSync(log, 'utf8').split('\n').slice(-30).join('\n'));
    broken = true;
    continue;
  }

  const code = readCode(folder, suite);
  if (code !== 0 && !tests.some((test) => test.status === 'failed')) {
    console.log(`${suite} ended with exit code ${code}, and no test of it failed: ${join(folder, `${suite}.log`)}`);
    broken = true;
  }

  const passedAgain = new Set((readTests(folder, againName(suite)) ?? []).filter((test) => test.status === 'passed').map((test) => test.name));
  for (const test of tests) {
    if (test.status === 'passed') {
      passed++;
    } else if (test.status === 'failed') {
      const isUnstable = passedAgain.has(test.name);
      if (isUnstable) unstable.push(test.name);
      else failed++;
      console.log(`${isUnstable ? 'UNSTABLE' : 'FAILED'} ${test.name}\n${indent(test.message)}\n${indent(test.trace)}`);
    } else if (test.status === 'pending') {
      // An explicit one is no test: it makes a file that tests read, for eng/make-test-data.
      console.log(`not asked for: ${test.name}`);
    } else {
      const why = reason(test);
      if (!skips.has(why)) skips.set(why, []);
      skips.get(why).push(test.name);
    }
  }
}

let skipped = 0;
for (const [why, names] of skips) {
  skipped += names.length;
  const fault = !checks.has(why) ? 'which is no reason of eng/allowed-skips.txt' : !isTrue(checks.get(why)) ? 'which is not true here' : '';
  broken ||= fault !== '';
  console.log(`skipped ${names.length}: ${why}${fault ? `, ${fault}:\n${indent(names.join('\n'))}` : ''}`);
}

if (unstable.length > 0) {
  const isTooMany = unstable.length > mostUnstable;
  console.log(`unstable ${unstable.length}: failed, and passed when run alone right after${isTooMany ? `; more than ${mostUnstable} are failures` : ''}:\n${indent(unstable.join('\n'))}`);
  if (isTooMany) failed += unstable.length;
  else passed += unstable.length;
}

console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(broken || failed > 0 || passed + (mode === 'all-skipped' ? skipped : 0) === 0 ? 1 : 0);

// The same shell, user and environment as the tests had.
function isTrue(check) {
  return spawnSync('sh', ['-c', check], { env: { ...process.env, ROOT: root }, stdio: 'ignore' }).status === 0;
}

function indent(text) {
  return (text ?? '').split('\n').slice(0, 25).map((line) => `    ${line}`).join('\n');
}

// xunit puts the reason of a skip beside CTRF's own fields.
function reason(test) {
  return (test.extra?.reason ?? test.message ?? 'no reason given').split('\n')[0];
}
