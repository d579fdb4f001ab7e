import type { TestApi } from '@almanac/testing';
import { idOf, problem } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { multipart, picture } from '../../testing/uploads';

let app: ContentApp;
let api: TestApi;
let pageId: number;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.editor());
  pageId = (await app.given.page()).id;
});
afterAll(() => app.close());

/** Sets `Cache-Control`, because fetch would send `no-cache` with the condition. */
const revalidating = (etag: string) => api.with({ 'if-none-match': etag, 'cache-control': 'max-age=0' });

async function attached(content: string | Uint8Array, fileName: string, name = 'A file'): Promise<string> {
  const { body } = await api.post(
    '/api/attachments',
    multipart({ name, uploaded_to: pageId }, { file: { content, name: fileName } }),
  );
  return `/attachments/${idOf(body)}`;
}
const linked = async (link: string) =>
  `/attachments/${idOf((await api.post('/api/attachments', { name: 'x', uploaded_to: pageId, link })).body)}`;

describe('GET /attachments/{id} for a file', () => {
  it('sends an HTML file as a plain text download in a sandbox', async () => {
    const { status, headers, text } = await api.get(
      await attached('<script>alert(1)</script>', 'page.html', 'My page'),
    );
    expect({ status, text }).toEqual({ status: 200, text: '<script>alert(1)</script>' });
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''My%20page.html");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  it.each([
    ['Report.final', 'Report.final'],
    ['naïve "quotes"; x=y', 'na%C3%AFve%20%22quotes%22%3B%20x%3Dy.txt'],
    ['a\r\nSet-Cookie: x=y', 'a%0D%0ASet-Cookie%3A%20x%3Dy.txt'],
    ["it's (new) *", 'it%27s%20%28new%29%20%2A.txt'],
    ['😀', '%F0%9F%98%80.txt'],
  ])('encodes the name %j in the Content-Disposition header', async (name, encoded) => {
    const { headers } = await api.get(await attached('x', 'a.txt', name));
    expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encoded}`);
    expect(headers.get('set-cookie')).toBeNull();
  });

  it.each([
    ['a picture', () => picture(), 'a.html', 'image/png', 'inline'],
    ['text', () => 'größer', 'a.html', 'text/plain; charset=utf-8', 'inline'],
    ['PDF', () => '%PDF-1.7\n', 'a.bin', 'application/pdf', 'inline'],
    [
      'a drawing that can hold scripts',
      () => '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      'a.svg',
      'application/octet-stream',
      'attachment',
    ],
    ['anything else', () => Buffer.from([0, 1, 2, 255]), 'a.png', 'application/octet-stream', 'attachment'],
  ])('serves %s inline or as a download for open=true', async (_, content, fileName, type, disposition) => {
    const { headers } = await api.get(`${await attached(await content(), fileName)}?open=true`);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
  });

  it('returns 206 for a byte range and 416 for a range beyond the end', async () => {
    const at = await attached('0123456789', 'digits.txt');
    const ranged = await api.with({ range: 'bytes=2-4' }).get(at);
    expect({ status: ranged.status, text: ranged.text }).toEqual({ status: 206, text: '234' });
    expect(ranged.headers.get('content-range')).toBe('bytes 2-4/10');
    expect((await api.with({ range: 'bytes=-3' }).get(at)).text).toBe('789');
    const beyond = await api.with({ range: 'bytes=10-' }).get(at);
    expect({ status: beyond.status, body: beyond.body }).toEqual({
      status: 416,
      body: problem(416, 'The requested range is not in the file.'),
    });
    expect(beyond.headers.get('content-range')).toBe('bytes */10');
  });

  it('returns an empty file whole, and 416 for each of its ranges', async () => {
    const path = await attached('', 'empty.txt');
    for (const shown of [path, `${path}?open=true`]) {
      const { status, text, headers } = await api.get(shown);
      expect({ status, text, length: headers.get('content-length') }).toEqual({ status: 200, text: '', length: '0' });
      expect((await api.send('HEAD', shown)).status).toBe(200);
      const beyond = await api.with({ range: 'bytes=0-9' }).get(shown);
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */0']);
    }
  });

  it('returns 304 for a matching ETag until the file is replaced', async () => {
    const at = await attached('one', 'a.txt');
    const etag = (await api.get(at)).headers.get('etag') ?? '';
    expect(await revalidating(etag).get(at)).toMatchObject({ status: 304, text: '' });
    await api.put(`/api${at}`, multipart({}, { file: { content: 'two', name: 'a.txt' } }));
    expect(await revalidating(etag).get(at)).toMatchObject({ status: 200, text: 'two' });
    expect(await api.with({ 'if-range': etag, range: 'bytes=0-0' }).get(at)).toMatchObject({
      status: 200,
      text: 'two',
    });
  });

  it('returns 401 without a token and 404 to callers who cannot see the page', async () => {
    const at = await attached('secret', 'a.txt');
    expect((await app.api.get(at)).status).toBe(401);
    expect(await app.api.as(await app.given.user()).get(at)).toMatchObject({
      status: 404,
      body: problem(404, 'Attachment not found'),
    });
    expect((await app.api.as(await app.given.viewer()).get(at)).text).toBe('secret');
  });
});

describe('GET /attachments/{id} for a link', () => {
  it.each([
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['https://example.com/é\r\nX-Evil: 1', 'https://example.com/%C3%A9%0D%0AX-Evil:%201'],
  ])('redirects to the link %j with 302', async (link, location) => {
    const { status, headers } = await api.get(await linked(link));
    expect({ status, location: headers.get('location') }).toEqual({ status: 302, location });
    expect(headers.get('x-evil')).toBeNull();
  });

  it('returns 404 for a stored javascript: link', async () => {
    const at = await linked('https://example.com');
    await app.database.query(`UPDATE attachments SET path = 'javascript:alert(1)' WHERE id = $1`, [
      at.replace('/attachments/', ''),
    ]);
    expect((await api.get(at)).status).toBe(404);
  });
});
