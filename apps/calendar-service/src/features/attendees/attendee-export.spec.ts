import { csvLine } from './attendee-export';

it.each([
  [['Ann', 7, true, null, undefined], `"Ann","7","true","",""`],
  [['says "hello", twice', 'two\nlines'], `"says ""hello"", twice","two\nlines"`],
  [
    ['=HYPERLINK("https://x.test")', '+1', '-1', '@SUM(A1)', '\t=1'],
    `"'=HYPERLINK(""https://x.test"")","'+1","'-1","'@SUM(A1)","'\t=1"`,
  ],
  [['1 + 1 = 2'], `"1 + 1 = 2"`],
])('csvLine escapes quotes and spreadsheet formulas in %j', (values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`);
});
