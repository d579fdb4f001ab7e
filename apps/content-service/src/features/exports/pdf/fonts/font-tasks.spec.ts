import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CodePoints } from './code-points';
import { charactersOf } from './font-tasks';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'almanac-fonts-'))));
afterAll(() => rm(folder, { recursive: true }));

const MATHS = path.join(__dirname, 'symbols/NotoSansMath.ttf');
const codesIn = (text: string, file: string): string => {
  const characters = new CodePoints(charactersOf(file));
  return Array.from(text)
    .filter((char) => characters.has(char.codePointAt(0) ?? 0))
    .join('');
};

async function written(name: string, content: Buffer): Promise<string> {
  await writeFile(path.join(folder, name), content);
  return path.join(folder, name);
}

/** A collection of one font: its tables are addressed from the beginning of the file. */
function collectionOf(font: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from('ttcf'), Buffer.from([0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 16])]);
  const moved = Buffer.from(font);
  for (let table = 0; table < moved.readUInt16BE(4); table += 1) {
    const place = 12 + 16 * table + 8;
    moved.writeUInt32BE(moved.readUInt32BE(place) + head.length, place);
  }
  return Buffer.concat([head, moved]);
}

/** The same font in the format for the web, without compression. */
function webFontOf(font: Buffer): Buffer {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, table) => {
    const place = 12 + 16 * table;
    const [start, length] = [font.readUInt32BE(place + 8), font.readUInt32BE(place + 12)];
    return { entry: font.subarray(place, place + 8), content: font.subarray(start, start + length) };
  });
  const head = Buffer.alloc(44);
  head.write('wOFF');
  font.copy(head, 4, 0, 4);
  head.writeUInt16BE(tables.length, 12);
  let at = head.length + 20 * tables.length;
  const directory = tables.map(({ entry, content }) => {
    const line = Buffer.alloc(20);
    entry.copy(line, 0, 0, 4);
    for (const [place, value] of [at, content.length, content.length].entries())
      line.writeUInt32BE(value, 4 + 4 * place);
    entry.copy(line, 16, 4, 8);
    at += content.length;
    return line;
  });
  return Buffer.concat([head, ...directory, ...tables.map(({ content }) => content)]);
}

describe('charactersOf', () => {
  it('has the characters of a font, and no others', () => expect(codesIn('→∑√⟶ไ中★', MATHS)).toBe('→∑√⟶'));

  it('has characters beyond the first 65,536', () =>
    expect(codesIn('😀👍中', path.join(__dirname, 'symbols/NotoEmoji.ttf'))).toBe('😀👍'));

  it('has the characters of a collection of fonts', async () =>
    expect(codesIn('→∑中', await written('maths.ttc', collectionOf(await readFile(MATHS))))).toBe('→∑'));

  it('has the characters of a font whatever its name', async () =>
    expect(codesIn('→∑中', await written('maths', await readFile(MATHS)))).toBe('→∑'));

  it.each([
    ['a text', () => Buffer.from('no font')],
    ['an empty file', () => Buffer.alloc(0)],
    ['a font of which the end is missing', (font: Buffer) => font.subarray(0, 200)],
    ['a font for the web, which the browser does not use', webFontOf],
  ])('has no characters in %s', async (_, content) =>
    expect(codesIn('→∑√a', await written('other.ttf', content(await readFile(MATHS))))).toBe(''),
  );

  it('has no characters in a file that is gone', () => expect(codesIn('→a', path.join(folder, 'gone.ttf'))).toBe(''));
});
