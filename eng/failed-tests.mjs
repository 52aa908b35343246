// Prints the methods of a report whose tests failed, one a line, and nothing when they are too many to be unstable.
// Arguments: the folder of the reports, the name of the report, the names of all reports.
import { methodOf, mostRunAgain, readTests } from './test-results.mjs';

const [folder, report, ...reports] = process.argv.slice(2);
const failed = (name) => (readTests(folder, name) ?? []).filter((test) => test.status === 'failed');

if (reports.reduce((sum, name) => sum + failed(name).length, 0) <= mostRunAgain) {
  for (const method of new Set(failed(report).map(methodOf))) console.log(method);
}
