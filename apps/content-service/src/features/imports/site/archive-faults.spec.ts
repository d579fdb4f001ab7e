import { faultsInWords } from './import-forms';

it.each([
  ['[format] Could not read ZIP file.', /^This file cannot be read as a ZIP file\. Choose one/],
  [
    '[format] Could not read ZIP file: it has symbolic links.',
    /^This ZIP file cannot be read: it has symbolic links\.$/,
  ],
  ['[format] Could not find and decode ZIP data.json content.', /^This ZIP file was not exported for an import/],
  ['[format] ZIP data.json content exceeds the configured application maximum upload size.', /too large/],
  ['[format] ZIP file data has no expected book, chapter or page content.', /no book, chapter or page/],
  ['[format] Something new.', /^Something new\.$/],
  [
    '[book.pages.0.name] The name field is required.',
    /^In data\.json, at book\.pages\.0\.name: The name field is required\.$/,
  ],
  ['This ZIP file takes too long to read.', /^This ZIP file takes too long to read\.$/],
])('the fault %s is said as %s', (line, words) => {
  expect(faultsInWords(`ZIP upload failed with the following validation errors: \n${line}`)).toEqual([
    expect.stringMatching(words),
  ]);
});
