import { Problem } from '@almanac/errors';
import { VisitingBrowser } from '@almanac/testing';
import { WorkerPool } from '@almanac/workers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { idOf, textAt } from '../../testing/answers';
import { workerTasksOf } from '../../testing/worker-tasks';
import { makePublic } from './testing/library-world';

let app: ContentApp;
beforeAll(async () => (app = await startContent()));
afterAll(() => app.close());

/** Saves a page and reads it as a person and as a program. */
async function shown(html: string, from: ContentApp = app) {
  const { api, given } = from;
  await makePublic(from);
  const [admin, book] = [api.as(await given.admin()), await given.book()];
  const { body } = await admin.post('/api/pages', { book_id: book.id, name: 'Code', html });
  const path = `/books/${book.slug}/page/${textAt(body, 'slug')}`;
  const page = await new VisitingBrowser(api).get(path);
  const answer = await admin.get(`/api/pages/${idOf(body)}`);
  const exported = await admin.get(`/api/pages/${idOf(body)}/export/html`);
  return { path, status: page.status, page: page.text, answer: textAt(answer.body, 'html'), exported: exported.text };
}

describe('code of a page', () => {
  it.each([
    [
      'a class of its code',
      '<pre><code class="language-js">const a = 1;</code></pre>',
      'const</span> a = <span class="hljs-number">1<',
    ],
    ['a class of its block', '<pre class="language-JSON">{"a": true}</pre>', '<span class="hljs-attr">"a"</span>'],
    ['an alias', '<pre><code class="lang-yml">a: true</code></pre>', '<span class="hljs-attr">a:</span>'],
    [
      'markup in it',
      '<pre><code class="language-html">&lt;b&gt;a &amp;amp; b&lt;/b&gt;</code></pre>',
      '&lt;<span class="hljs-name">b</span>&gt;</span>a <span class="hljs-symbol">&amp;amp;</span>',
    ],
  ])('is highlighted for people, and for nobody else: %s', async (_case, html, expected) => {
    const { page, answer, exported } = await shown(html);
    expect(page).toContain(expected);
    expect(page).toContain('/code.css?');
    expect(answer).not.toContain('hljs');
    expect(exported).not.toContain('hljs');
  });

  it.each([
    ['without a language', '<pre><code>const a = 1;</code></pre>'],
    ['of an unknown language', '<pre><code class="language-klingon">const a = 1;</code></pre>'],
    ['of a name of the language of this program', '<pre><code class="language-constructor">const a = 1;</code></pre>'],
    ['with elements in it', '<pre><code class="language-js">const <b>a</b> = 1;</code></pre>'],
    ['that is too long', `<pre><code class="language-js">${'a = 1;\n'.repeat(3_000)}</code></pre>`],
  ])('stays as it is %s', async (_case, html) => {
    const { page } = await shown(html);
    expect(page).toContain('<pre id="bkmrk-');
    expect(page).not.toContain('hljs');
    expect(page).not.toContain('/code.css?');
  });

  it('is highlighted up to a limit for the whole page', async () => {
    const block = `<pre><code class="language-js">${'a = 1;\n'.repeat(2_000)}</code></pre>`;
    const { page } = await shown(block.repeat(8));
    const [, ...blocks] = page.split('<pre');
    expect(blocks.map((text) => text.includes('hljs'))).toEqual([...Array<boolean>(7).fill(true), false]);
  });

  it('is highlighted once, and not by the thread that answers', async () => {
    const tasks = await workerTasksOf(async () => {
      const { path } = await shown('<pre><code class="language-js">const once = 1;</code></pre>');
      await new VisitingBrowser(app.api).get(`${path}?again`);
    });
    expect(tasks.filter((task) => task === 'highlightCode')).toHaveLength(1);
  });

  it.each([
    ['takes too long, and is not tried again', undefined, 1],
    ['finds all threads at work, and is tried again', new Problem(503, 'Busy'), 2],
  ])('stays as it is when its highlighting %s', async (reason, refusal, tries) => {
    const run = jest.spyOn(WorkerPool.prototype, 'run');
    run.mockImplementation((_file, _task, _input, options) =>
      Promise.reject(refusal ?? options?.tooExpensive ?? new Error('None')),
    );
    const { path, status, page } = await shown(`<pre><code class="language-ini">${reason}</code></pre>`);
    await new VisitingBrowser(app.api).get(`${path}?again`);
    expect([status, run.mock.calls.length]).toEqual([200, tries]);
    expect(page).toContain(`<code class="language-ini">${reason}</code>`);
    run.mockRestore();
  });

  it('stays as it is when the patterns of its language take far more than linear time', async () => {
    const code = '[a]('.repeat(4_900);
    const hurried = await startContent({ TASK_TIME_FACTOR: '1' });
    const { status, page } = await shown(`<pre><code class="language-markdown">${code}</code></pre>`, hurried);
    await hurried.close();
    expect(status).toBe(200);
    expect(page).toContain(`<code class="language-markdown">${code}</code>`);
  });
});
