import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OverflowBuffer } from './export-file';

const noteSpill = jest.fn();
afterEach(() => noteSpill.mockClear());

const filled = async (pieces: (string | Buffer)[], maxBytesInMemory = 8) => {
  const buffer = new OverflowBuffer(maxBytesInMemory, noteSpill);
  await pipeline(Readable.from(pieces), buffer);
  return buffer;
};

describe('an overflow buffer', () => {
  it.each([[[]], [['four']], [['four', Buffer.from('more')]]])('keeps short data in memory (%j)', async (pieces) => {
    const buffer = await filled(pieces);
    expect(buffer.content).toEqual(Buffer.from(pieces.join('')));
    expect(noteSpill).not.toHaveBeenCalled();
    await buffer.remove();
  });

  it.each([[['four', 'more', '!']], [['a long piece']], [['four', 'a long piece', 'four']]])(
    'spills long data to a file (%j)',
    async (pieces) => {
      const buffer = await filled(pieces);
      expect(await readFile(buffer.content, 'utf8')).toBe(pieces.join(''));
      await buffer.remove();
    },
  );

  it('spills all data when none may stay in memory', async () => {
    const buffer = await filled(['a'], 0);
    expect(await readFile(buffer.content, 'utf8')).toBe('a');
    expect(noteSpill).toHaveBeenCalled();
    await buffer.remove();
  });

  it.each([
    ['after writing', async (buffer: OverflowBuffer) => pipeline(Readable.from(['a', 'b']), buffer)],
    [
      'after a failure in the middle',
      async (buffer: OverflowBuffer) =>
        pipeline(
          (function* () {
            yield 'a';
            throw new Error('no more');
          })(),
          buffer,
        ).catch(() => undefined),
    ],
  ])('leaves no file behind %s', async (_, fill) => {
    const buffer = new OverflowBuffer(0);
    await fill(buffer);
    const path = buffer.content;
    await buffer.remove();
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});
