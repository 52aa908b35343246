// Reads the CTRF reports of the test programs, with what came of a second run of the tests that failed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** More failures than these are no instability: they are not run again. */
export const mostRunAgain = 10;

/** A run with more unstable tests than these fails. */
export const mostUnstable = 2;

/** The tests of a report, or undefined where the program left none. */
export function readTests(folder, report) {
  const file = join(folder, `${report}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).results.tests : undefined;
}

/** The exit code of the program that left a report. */
export function readCode(folder, report) {
  return Number(readFileSync(join(folder, `${report}.code`), 'utf8'));
}

/** The name of the report of the second run. */
export function againName(report) {
  return `${report}.again`;
}

/** TYPE.METHOD of a test, as the test programs take it; a theory with all its cases. */
export function methodOf(test) {
  return `${test.extra.type}.${test.extra.method}`;
}
