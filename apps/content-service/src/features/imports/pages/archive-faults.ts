/** The messages of the contract about an archive as a whole, in words for people. */
const WORDS = new Map([
  [
    'Could not read ZIP file.',
    'This file cannot be read as a ZIP file. Choose one that was exported here or from another installation.',
  ],
  [
    'Could not find and decode ZIP data.json content.',
    'This ZIP file was not exported for an import: its data.json is missing or cannot be read.',
  ],
  [
    'ZIP data.json content exceeds the configured application maximum upload size.',
    'The texts in this ZIP file are too large.',
  ],
  ['ZIP file data has no expected book, chapter or page content.', 'This ZIP file has no book, chapter or page.'],
]);

/** The first line of several, which says nothing more than the form itself. */
const INTRODUCTION = 'ZIP upload failed with the following validation errors:';

/** The faults in the message of a refusal, as the form shows them. */
export const faultsInWords = (message: string): string[] =>
  message
    .split('\n')
    .filter((line) => line.trim() !== INTRODUCTION)
    .map(faultInWords);

/** A line of a refusal, such as `[book.pages.0.name] The name field is required.`, in words. */
function faultInWords(line: string): string {
  const [, place, message = line] = /^\[([^\]]*)\] (.*)$/.exec(line) ?? [];
  if (place === 'format')
    return WORDS.get(message) ?? message.replace('Could not read ZIP file:', 'This ZIP file cannot be read:');
  return place === undefined ? line : `In data.json, at ${place}: ${message}`;
}
