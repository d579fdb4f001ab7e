// Prints the library as a tree. With the id of a page and a line of text, it adds the line to the page first.
// ALMANAC=http://localhost:8080 TOKEN=<id>:<secret> node wiki-tree.mjs [page id] [text]
import { createClient, data, ifMatch, repeatOnConflict } from '@almanac/client';

const { ALMANAC: baseUrl = 'http://localhost:8080', TOKEN: token = '' } = process.env;
const { content } = createClient({ baseUrl, token });

/** Another user may save the page meanwhile. `If-Match` then refuses our change, and we make it again from the new text. */
function addLine(id, line) {
  return repeatOnConflict(async () => {
    const params = { path: { id } };
    const read = await content.GET('/api/pages/{id}', { params });
    const markdown = `${read.data?.markdown ?? ''}\n\n${line}`;
    return content.PUT('/api/pages/{id}', { params, headers: ifMatch(read), body: { markdown } });
  });
}

async function printBook({ id, name }) {
  console.log(`📖 ${name}`);
  const book = await data(content.GET('/api/books/{id}', { params: { path: { id } } }));
  for (const item of book.contents) {
    console.log(`   ${item.type === 'chapter' ? '▸' : '·'} ${item.name} (${item.id})`);
    if (item.type === 'chapter') for (const page of item.pages) console.log(`      · ${page.name} (${page.id})`);
  }
}

const [page, text] = process.argv.slice(2);
if (page && text) await addLine(Number(page), text);
for await (const book of content.items('/api/books', { params: { query: { sort: 'name' } } })) await printBook(book);
