import { nameCheckboxes } from './web-page-html';

it.each([
  [
    '<li><input checked disabled type="checkbox"> Read</li>',
    '<li><input checked disabled type="checkbox" aria-label="Done"> Read</li>',
  ],
  [
    '<li><input type="checkbox" disabled> Write</li>',
    '<li><input type="checkbox" disabled aria-label="To do"> Write</li>',
  ],
  ['<input type="checkbox"/>', '<input type="checkbox" aria-label="To do">'],
  ['<input type="checkbox" aria-label="Own">', '<input type="checkbox" aria-label="Own">'],
  ['<input type="text" title="a type=checkbox">', '<input type="text" title="a type=checkbox">'],
  ['<p>&lt;input type="checkbox"&gt;</p>', '<p>&lt;input type="checkbox"&gt;</p>'],
])('names the checkboxes of %s', (html, named) => {
  expect(nameCheckboxes(html)).toBe(named);
});
