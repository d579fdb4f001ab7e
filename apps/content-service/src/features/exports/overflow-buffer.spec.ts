import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Spool } from './overflow-buffer';

const filled = async (pieces: (string | Buffer)[], mostInMemory = 8) => {
  const spool = new Spool(mostInMemory);
  await pipeline(Readable.from(pieces), spool);
  return spool;
};

describe('a spool', () => {
  it.each([[[]], [['four']], [['four', Buffer.from('more')]]])('keeps what is short in memory (%j)', async (pieces) => {
    const spool = await filled(pieces);
    expect(spool.content).toEqual(Buffer.from(pieces.join('')));
    await spool.remove();
  });

  it.each([[['four', 'more', '!']], [['a long piece']], [['four', 'a long piece', 'four']]])(
    'has a file for what is long (%j)',
    async (pieces) => {
      const spool = await filled(pieces);
      expect(await readFile(spool.content, 'utf8')).toBe(pieces.join(''));
      await spool.remove();
    },
  );

  it('has a file for anything but nothing when nothing may stay in memory', async () => {
    const spool = await filled(['a'], 0);
    expect(await readFile(spool.content, 'utf8')).toBe('a');
    await spool.remove();
  });

  it.each([
    ['once it was written', async (spool: Spool) => pipeline(Readable.from(['a', 'b']), spool)],
    [
      'after a failure in the middle',
      async (spool: Spool) =>
        pipeline(
          (function* () {
            yield 'a';
            throw new Error('no more');
          })(),
          spool,
        ).catch(() => undefined),
    ],
  ])('leaves nothing behind %s', async (_, fill) => {
    const spool = new Spool(0);
    await fill(spool);
    const path = spool.content;
    await spool.remove();
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});
