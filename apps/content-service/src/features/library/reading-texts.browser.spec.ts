import { type Reader, testReaders } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { makePublic } from './testing/library-world';

const MARKDOWN = `# Set up

Install \`npm ci\` and press <kbd>Enter</kbd>, see [the guide](https://docs.example). A paragraph that is long enough to need two lines on most pages.

- [x] Read the guide
- [ ] Start the **service**
- plain item

> A quotation with \`code\` in it.

## Script

\`\`\`ts
// Greets a person.
export async function greet(name: string, times = 2): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) console.log(\`Hello, \${name}\`, /a+b/g.test(name), null);
}
\`\`\`

\`\`\`bash
curl -s "https://docs.example/api" | jq '.data[0]' # a remark
\`\`\`

\`\`\`yaml
name: almanac
ports: [8080, 8081]
\`\`\`

\`\`\`html
<p class="callout info">Text &amp; more</p><!-- a remark -->
\`\`\`

\`\`\`css
.prose > code:hover { color: #fff; margin: 1px; }
\`\`\`

\`\`\`diff
@@ -1 +1 @@
-old
+new
\`\`\`

\`\`\`sql
SELECT count(*) FROM pages WHERE name = 'x' -- a remark
\`\`\`

\`\`\`python
@cached
class Page(object):
    def read(self, id: int) -> str:
        return f"{id}"
\`\`\`

\`\`\`
No language
\`\`\`

### A table

| Name | Meaning | Default | Since | Where it is read | Further remarks |
| ---- | ------- | ------- | ----- | ---------------- | --------------- |
| \`STORAGE_URL\` | Where files are stored | \`file:///var/lib/almanac/files\` | 0.1.0 | content-service and calendar-service | none |
| \`PORT\` | The port of the service, which must be free | \`8081\` | 0.1.0 | all | none |

#### Notes
`;
const CALLOUTS = ['info', 'success', 'warning', 'danger']
  .map(
    (kind) =>
      `<p class="callout ${kind}">A callout of the kind ${kind} with <code>code</code> and <a href="/books">a link</a>.</p>`,
  )
  .join('');

const openReader = testReaders();

let app: ContentApp;
let reader: Reader;
let address: string;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
  await makePublic(app);
  const admin = app.api.as(await app.given.admin());
  const { id, slug: book } = await app.given.book({ name: 'Handbook' });
  const { body } = await admin.post('/api/pages', {
    book_id: id,
    name: 'Getting started',
    markdown: MARKDOWN + CALLOUTS,
  });
  address = `/books/${book}/page/${String(Reflect.get(Object(body), 'slug'))}`;
});
afterAll(() => app.close());
beforeEach(async () => {
  reader = await openReader(app.api.baseUrl);
  await reader.open(address);
});

const evaluate = (script: string) => reader.page.evaluate(script);
const styleOf = (selector: string, property: string) =>
  evaluate(`getComputedStyle(document.querySelector('.prose ${selector}')).${property}`);

it('a text with all kinds of parts is readable on all widths and in both themes', async () => {
  expect(await reader.faults('typography')).toEqual([]);
});

it('inline code is told from the text around it, and code in a block from its block by its words', async () => {
  expect(await styleOf('p > code', 'backgroundColor')).toBe('rgb(245, 246, 248)');
  expect(await styleOf('p > code', 'borderTopWidth')).toBe('1px');
  expect(await styleOf('pre > code', 'borderTopWidth')).toBe('0px');
  expect(await styleOf('.language-ts .hljs-keyword', 'color')).not.toBe(await styleOf('.language-ts', 'color'));
});

it('tasks have a named checkbox instead of a bullet', async () => {
  const names = `[...document.querySelectorAll('.prose li input')].map((box) => [box.ariaLabel, getComputedStyle(box.closest('li')).listStyleType])`;
  expect(await evaluate(names)).toEqual([
    ['Done', 'none'],
    ['To do', 'none'],
  ]);
  expect(await styleOf('li:nth-child(3)', 'listStyleType')).toBe('disc');
});

it('a heading of the text is smaller than the title of the page', async () => {
  const sizes = `[...document.querySelectorAll('h1, .prose h2, .prose h3, .prose h4')].map((one) => parseFloat(getComputedStyle(one).fontSize))`;
  expect(await evaluate(sizes)).toEqual([28, 24, 20.8, 18, 16]);
});

it('a wide table scrolls in its own box', async () => {
  await reader.page.setViewport({ width: 390, height: 844 });
  const table = `document.querySelector('.prose table')`;
  expect(await evaluate(`${table}.scrollWidth > ${table}.clientWidth`)).toBe(true);
  expect(await evaluate('document.documentElement.scrollWidth')).toBe(390);
});
