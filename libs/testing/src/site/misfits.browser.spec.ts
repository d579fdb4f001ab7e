import { testReaders } from './test-readers';

const openReader = testReaders();
const WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsprüfung';

const misfitsOf = async (body: string, style: string): Promise<string> => {
  const reader = await openReader('http://site.example');
  await reader.page.setContent(`<!doctype html><html lang="en"><style>${style}</style><body>${body}</body></html>`);
  return (await reader.misfits('page')).join('\n');
};

describe('misfits of a page', () => {
  it.each([
    ['a long word that wraps', `<p>${WORD.repeat(9)}</p>`, 'p { overflow-wrap: anywhere }'],
    ['an area that scrolls and takes the focus', `<pre tabindex="0">${WORD.repeat(9)}</pre>`, 'pre { overflow: auto }'],
    ['a cut text with a title', `<p title="${WORD}">${WORD}</p>`, 'p { width: 9rem; overflow: hidden }'],
    ['an English and a Hebrew name', '<p>By <bdi>שלום</bdi></p><input dir="auto" value="שלום">', ''],
    ['a list over a text', '<p>One</p><ul><li>Two</li></ul>', 'ul { position: absolute; top: 0; left: 0 }'],
    ['a closed fold', `<details><summary>More</summary><p>Few</p></details>`, ''],
  ])('are none for %s', async (_kind, body, style) => {
    expect(await misfitsOf(body, style)).toBe('');
  });

  it.each([
    ['a page that scrolls sideways', `<p>${WORD.repeat(9)}</p>`, '', 'the page is'],
    ['a word that leaves its box', `<p>${WORD}</p>`, 'p { width: 9rem }', 'sticks out'],
    [
      'a box that leaves its box',
      '<p><input aria-label="x"></p>',
      'p { width: 9rem } input { width: 12rem }',
      'sticks out',
    ],
    [
      'a word in a closed fold',
      `<details><summary>More</summary><p>${WORD}</p></details>`,
      'p { width: 9rem }',
      'sticks out',
    ],
    ['a cut text', `<p>${WORD}</p>`, 'p { width: 9rem; overflow: hidden }', 'is cut off'],
    [
      'a text of which lines are cut',
      `<p>${'word '.repeat(99)}</p>`,
      'p { height: 3rem; overflow: hidden }',
      'is cut off',
    ],
    ['a text over another', '<p>One</p><p>Two</p>', 'p { margin: 0 0 -1.5rem }', 'lies over'],
    [
      'an area that only a mouse scrolls',
      `<pre>${WORD.repeat(9)}</pre>`,
      'pre { overflow: auto }',
      'scrolls without focus',
    ],
    ['an empty link', '<a href="/x"> \u200b</a>', '', 'shows nothing'],
    ['a button of an invisible letter', '<button type="button">\u3164</button>', '', 'shows nothing'],
    ['a Hebrew name', '<p>By שלום</p>', '', 'has no direction'],
    ['a Hebrew name in a field', '<input value="שלום">', '', 'has no direction'],
    ['a Hebrew name in an option', '<select><option>שלום</option></select>', '', 'has no direction'],
  ])('name %s', async (_kind, body, style, misfit) => {
    expect(await misfitsOf(body, style)).toContain(misfit);
  });
});
