import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { deflateRawSync } from 'node:zlib';
import { textAt } from '../../../testing/answers';
import { archiveOf, uploadArchive } from '../../../testing/archives';
import { type ContentApp, startContent } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';
import { filesOf } from '../../../testing/uploads';
import { type RawEntry, rawZip } from '../testing/raw-zip';

let app: ContentApp;
let admin: Person;
beforeAll(async () => {
  app = await startContent({ FILE_UPLOAD_SIZE_LIMIT: '5' });
  admin = await app.given.admin();
});
afterAll(() => app.close());

const data = (book: object = {}) => Buffer.from(JSON.stringify({ book: { name: 'x', ...book } }));
const withFile = (file: string) => data({ pages: [{ name: 'p', attachments: [{ name: 'a', file }] }] });
const entry = (name: string, content: Buffer | string = 'x', more: Partial<RawEntry> = {}): RawEntry => ({
  name,
  content: Buffer.from(content),
  ...more,
});
const packed = (content: Buffer): Partial<RawEntry> => ({ method: 8, stored: deflateRawSync(content) });
const zeros = Buffer.alloc(4_000_000);

/** The fault messages of an upload, which must leave nothing behind. */
async function refusal(archive: Buffer): Promise<string> {
  const leftovers = async () => [
    await filesOf(app),
    await app.database.query('SELECT key FROM file_removals'),
    await scratch(),
  ];
  const before = await leftovers();
  const { status, body } = await uploadArchive(app, admin, archive);
  expect(status).toBe(422);
  expect(await leftovers()).toEqual(before);
  return textAt(body, 'message').split('\n').slice(1).join('\n');
}

const scratch = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('almanac-import'));

describe('POST /api/imports rejects an archive with 422', () => {
  it.each<[string, RawEntry[], RegExp]>([
    [
      'leads out of its folder',
      [entry('data.json', data()), entry('../../escape.txt')],
      /damaged \(invalid relative path/,
    ],
    ['names an absolute path', [entry('data.json', data()), entry('/etc/escape.txt')], /damaged \(absolute path/],
    [
      'names a path of another system',
      [entry('data.json', data()), entry('files\\..\\escape.txt')],
      /damaged \(invalid characters/,
    ],
    [
      'has a symbolic link',
      [entry('data.json', data()), entry('files/link', '/etc/passwd', { mode: 0o120777 })],
      /has symbolic links/,
    ],
    [
      'has two entries of one name',
      [entry('data.json', data()), entry('data.json', data({ name: 'y' }))],
      /two entries of the same name/,
    ],
    [
      'has an encrypted entry',
      [entry('data.json', data()), entry('files/a', 'x', { flags: 1, method: 8 })],
      /encrypted entries/,
    ],
    [
      'is compressed in an unknown way',
      [entry('data.json', data()), entry('files/a', 'x', { method: 14 })],
      /not supported/,
    ],
    [
      'unpacks to a thousand times its size',
      [entry('data.json', data()), entry('files/a', zeros, packed(zeros))],
      /far more than its size/,
    ],
    [
      'unpacks to too much altogether',
      [
        entry('data.json', data()),
        ...Array.from({ length: 110 }, (_, n) =>
          entry(`files/${n}`, Buffer.alloc(990_000), packed(Buffer.alloc(990_000))),
        ),
      ],
      /far more than its size/,
    ],
    [
      'has entries that lie over each other',
      [
        entry('data.json', data()),
        ...Array.from({ length: 40 }, (_, n) =>
          entry(`files/${n}`, Buffer.alloc(20_000, 'x'), { sameAs: n > 0 ? 'files/0' : undefined }),
        ),
      ],
      /entries that overlap/,
    ],
    ['has too many entries', Array.from({ length: 20_001 }, (_, n) => entry(`n${n}`, '')), /more than 20000 entries/],
    [
      'has a data.json that unpacks to more than it says',
      [entry('data.json', data({ description_html: 'long '.repeat(500) }), { claims: 60 })],
      /damaged/,
    ],
    ['has a data.json whose checksum is wrong', [entry('data.json', data(), { checksum: 7 })], /damaged data.json/],
    [
      'has a file that unpacks to more than it says',
      [
        entry('data.json', withFile('a')),
        entry('files/a', zeros.subarray(0, 9_000), { ...packed(zeros.subarray(0, 9_000)), claims: 100 }),
      ],
      /The file a is damaged/,
    ],
    [
      'has a file that unpacks to less than it says',
      [
        entry('data.json', withFile('a')),
        entry('files/a', 'x'.repeat(500), { ...packed(Buffer.from('x'.repeat(500))), claims: 900 }),
      ],
      /The file a is damaged/,
    ],
    [
      'has a file whose checksum is wrong',
      [entry('data.json', withFile('a')), entry('files/a', 'x', { checksum: 7 })],
      /The file a is damaged/,
    ],
    [
      'refers to a file by a path',
      [entry('data.json', withFile('../data.json')), entry('files/a')],
      /needs to reference a file within the ZIP/,
    ],
    [
      'refers to a file by a name in another encoding',
      [entry('data.json', withFile('ü')), entry('files/\u00fc')],
      /needs to reference a file within the ZIP/,
    ],
    [
      'has its text in another archive',
      [entry('inner.zip', rawZip([entry('data.json', data())]))],
      /Could not find and decode/,
    ],
  ])('when it %s', async (_what, entries, line) => {
    expect(await refusal(rawZip(entries))).toMatch(line);
  });

  it('when its end is missing', async () => {
    const archive = await archiveOf({ book: { name: 'x' } });
    expect(await refusal(archive.subarray(0, archive.length - 30))).toBe('[format] Could not read ZIP file.');
  });

  it('when its middle is missing', async () => {
    const archive = await archiveOf(
      { page: { name: 'x', attachments: [{ name: 'a', file: 'a' }] } },
      { a: Buffer.alloc(5_000, 'abc') },
    );
    expect(await refusal(Buffer.concat([archive.subarray(0, 60), archive.subarray(90)]))).toMatch(
      /Could not read ZIP file/,
    );
  });

  it('when its data.json exceeds the upload limit', async () => {
    const text = Array.from({ length: 700_000 }, (_, n) => n.toString(36)).join(' ');
    const archive = rawZip([
      entry(
        'data.json',
        data({ description_html: `${text}${text}` }),
        packed(data({ description_html: `${text}${text}` })),
      ),
    ]);
    expect(await refusal(archive)).toBe(
      '[format] ZIP data.json content exceeds the configured application maximum upload size.',
    );
  });

  it.each([
    ['deep', `{"book":${'['.repeat(2_400_000)}`],
    ['deep and whole', `{"book":${'['.repeat(600)}${']'.repeat(600)}}`],
    ['wide', `{"book":[${'[],'.repeat(1_600_000)}[]]}`],
  ])('when the brackets of its data.json are too %s', async (_what, text) => {
    const before = process.memoryUsage().heapUsed;
    expect(await refusal(rawZip([entry('data.json', text)]))).toBe(
      '[format] Could not find and decode ZIP data.json content.',
    );
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  });
});
