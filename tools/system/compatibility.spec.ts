import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as calendar from '../../apps/calendar-service/src/contracts/reference/reference-deviations';
import * as content from '../../apps/content-service/src/contracts/reference/reference-deviations';

const DOCUMENTS = path.resolve(__dirname, '../../docs/compatibility');
const TEXT = ['library.md', 'calendar.md'].map((name) => readFileSync(path.join(DOCUMENTS, name), 'utf8')).join('\n');

/** Rows of the table below this heading: a reason, and names in backticks. */
function tableBelow(heading: string): Record<string, string> {
  const [, after = ''] = TEXT.split(`### ${heading}\n`);
  const [section = ''] = after.split(/^#+ /m);
  const rows = section.split('\n').flatMap((line) => /^\| (.+?) +\| (`.+`) *\|$/.exec(line)?.slice(1) ?? []);
  const named: Record<string, string> = {};
  for (let row = 0; row < rows.length; row += 2)
    for (const [, name = ''] of (rows[row + 1] ?? '').matchAll(/`([^`]+)`/g)) named[name] = rows[row] ?? '';
  return named;
}

const reasons = (deviations: Readonly<Record<string, { why: string }>>) =>
  Object.fromEntries(Object.entries(deviations).map(([name, { why }]) => [name, why]));

describe('docs/compatibility lists exactly the differences that tests accept', () => {
  it.each<[heading: string, letPass: Readonly<Record<string, string>>]>([
    [
      'Captured answers of the content API',
      reasons({ ...content.ANSWERS, ...content.IDENTITY_ANSWERS, ...content.EXPORT_ANSWERS }),
    ],
    ['Members of captured answers of the content API', { ...content.LEFT_OUT, ...content.LEFT_OUT_BY_STATUS }],
    ['Headers of captured exports', content.EXPORT_HEADERS],
    ['Captured answers of the calendar', { ...reasons(calendar.DEVIATIONS), ...calendar.READS }],
    ['Members of captured answers of the calendar', calendar.LEFT_OUT],
    ['Parameters that the calendar’s reference describes', calendar.PARAMETERS],
    ['Captured refusals of the calendar', reasons(calendar.REFUSALS)],
  ])('under the heading %s', (heading, letPass) => {
    expect(Object.keys(letPass)).not.toEqual([]);
    expect(tableBelow(heading)).toEqual(letPass);
  });
});
