import { pageFaults, requireValidPage } from './page-faults';

const PAGE = (body: string) => `<!doctype html>
<html lang="en">
<head><title>Boats</title></head>
<body>
<main><h1>Boats</h1>${body}</main>
</body>
</html>`;
const HTML = { 'content-type': 'text/html; charset=utf-8' };

describe('pageFaults', () => {
  it('finds none in a valid page', async () => {
    expect(await pageFaults(PAGE('<p id="bkmrk-oars-%26.">Oars</p><ul aria-label="Tags"><li>x</li></ul>'))).toEqual([]);
  });

  it.each([
    ['an element in the wrong place', '<span><p>x</p></span>', 'element-permitted-content'],
    ['an element without its end', '<section><p>x</section>', 'no-implicit-close'],
    ['an id that is there twice', '<p id="a">x</p><p id="a">y</p>', 'no-dup-id'],
    ['an unknown attribute value', '<button type="sent">x</button>', 'attribute-allowed-values'],
    ['a raw character', '<p>a & b</p>', 'no-raw-characters'],
  ])('finds %s, with its line', async (_fault, body, rule) => {
    const faults = await pageFaults(PAGE(body));
    expect(faults.join('\n')).toContain(rule);
    expect(faults.join('\n')).toContain(body);
  });
});

describe('requireValidPage', () => {
  it('names the address of an invalid page', async () => {
    await expect(requireValidPage('/boats', new Headers(HTML), PAGE('<p>a</div>'))).rejects.toThrow('The page /boats');
  });

  it.each([
    ['data', { 'content-type': 'application/json' }],
    ['a file to save', { ...HTML, 'content-disposition': 'attachment; filename="a.html"' }],
  ])('does not judge %s', async (_kind, headers: Record<string, string>) => {
    await expect(requireValidPage('/boats', new Headers(headers), PAGE('<p>a</div>'))).resolves.toBeUndefined();
  });
});
