import { htmlFaults, requireValidHtml } from './html-faults';

const PAGE = (body: string) => `<!doctype html>
<html lang="en">
<head><title>Boats</title></head>
<body>
<main><h1>Boats</h1>${body}</main>
</body>
</html>`;
const HTML = { 'content-type': 'text/html; charset=utf-8' };

describe('htmlFaults', () => {
  it('finds none in a valid page', async () => {
    expect(await htmlFaults(PAGE('<p id="bkmrk-oars-%26.">Oars</p><ul aria-label="Tags"><li>x</li></ul>'))).toEqual([]);
  });

  it.each([
    ['an element in the wrong place', '<span><p>x</p></span>', 'element-permitted-content'],
    ['an element without its end', '<section><p>x</section>', 'no-implicit-close'],
    ['an id that is there twice', '<p id="a">x</p><p id="a">y</p>', 'no-dup-id'],
    ['an unknown attribute value', '<button type="sent">x</button>', 'attribute-allowed-values'],
    ['a raw character', '<p>a & b</p>', 'no-raw-characters'],
    [
      'a description that is not there',
      '<button type="button" aria-describedby="z">x</button>',
      'no-missing-references',
    ],
  ])('finds %s, with its line', async (_fault, body, rule) => {
    const faults = await htmlFaults(PAGE(body));
    expect(faults.join('\n')).toContain(rule);
    expect(faults.join('\n')).toContain(body);
  });
});

describe('htmlFaults of forms', () => {
  const form = (content: string, tag = '<form method="post" action="/oars">') =>
    PAGE(`${tag}${content}<button type="submit">Send</button></form>`);
  const token = '<input type="hidden" name="_csrf" value="t">';
  const field = (attributes: string) =>
    `${token}<label for="a">A</label><input id="a" name="a" type="text"${attributes}>`;
  const fault = '<p class="fault" id="a-fault">No</p>';

  it.each([
    ['a form with its token', form(token)],
    ['a form that is not posted', form('', '<form action="/oars">')],
    ['the form of the theme', form('', '<form method="post" action="/theme">')],
    ['a field with its fault', form(`${field(' aria-invalid="true" aria-describedby="a-fault"')}${fault}`)],
  ])('has none for %s', async (_kind, page) => {
    expect(await htmlFaults(page)).toEqual([]);
  });

  it.each([
    ['a form without a token', form('<p>x</p>'), 'form-token'],
    ['a form with the token of another one', `${form(token)}${form('<p>x</p>')}`, 'form-token'],
    ['a form for its own page', form('<p>x</p>', '<form method="post">'), 'form-token'],
    ['a fault without its field', form(`${field('')}${fault}`), 'field-fault'],
    ['a fault of a valid field', form(`${field(' aria-describedby="a-fault"')}${fault}`), 'field-fault'],
    ['a fault that does not describe', form(`${field(' aria-invalid="true"')}${fault}`), 'field-fault'],
    ['an invalid field without its fault', form(field(' aria-invalid="true"')), 'field-fault'],
  ])('names %s', async (_kind, page, rule) => {
    expect((await htmlFaults(page)).join('\n')).toContain(rule);
  });
});

describe('requireValidHtml', () => {
  it('names the address of an invalid page', async () => {
    await expect(requireValidHtml('/boats', new Headers(HTML), PAGE('<p>a</div>'))).rejects.toThrow('The page /boats');
  });

  it.each([
    ['data', { 'content-type': 'application/json' }],
    ['a file to save', { ...HTML, 'content-disposition': 'attachment; filename="a.html"' }],
  ])('does not judge %s', async (_kind, headers: Record<string, string>) => {
    await expect(requireValidHtml('/boats', new Headers(headers), PAGE('<p>a</div>'))).resolves.toBeUndefined();
  });
});
