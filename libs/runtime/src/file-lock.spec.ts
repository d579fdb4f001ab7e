import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FileLock, LockHeldError } from './file-lock';

describe('FileLock', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'almanac-lock-'));
  const file = path.join(folder, 'lock');

  afterEach(() => rmSync(file, { force: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('can be taken once, and again after its release', () => {
    const lock = FileLock.take(file);
    expect(() => FileLock.take(file)).toThrow(new LockHeldError(file, process.pid));
    lock.release();
    FileLock.take(file).release();
    expect(existsSync(file)).toBe(false);
  });

  it('names its holder', () => {
    const lock = FileLock.take(file);
    try {
      FileLock.take(file);
    } catch (error) {
      expect(error).toMatchObject({ name: 'LockHeldError', pid: process.pid, file });
    }
    lock.release();
    expect.assertions(1);
  });

  it.each([
    ['of a dead process', () => JSON.stringify({ pid: spawnSync('true').pid, startedAt: 'then' })],
    [
      'of a process that ended, when its id was reused',
      () => JSON.stringify({ pid: process.ppid, startedAt: 'long ago' }),
    ],
    ['that was cut short while it was written', () => '{"pid":'],
    ['that is empty', () => ''],
  ])('takes over the lock %s', (_, content) => {
    writeFileSync(file, content());
    FileLock.take(file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
  });

  it('does not release the lock of another process', () => {
    const lock = FileLock.take(file);
    writeFileSync(file, '{"pid":1,"startedAt":""}');
    lock.release();
    expect(existsSync(file)).toBe(true);
  });
});
