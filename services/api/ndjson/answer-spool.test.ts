import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { AnswerSpool } from './answer-spool.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A connection with a remote end that accepts a piece only on request. */
function slowReader() {
  const taken: string[] = [];
  const waiting: (() => void)[] = [];
  const out = new Writable({
    highWaterMark: 1,
    write(part: Buffer, _encoding, done) {
      waiting.push(() => {
        taken.push(part.toString());
        done();
      });
    },
  });
  const take = async (): Promise<void> => {
    waiting.shift()?.();
    await setImmediate();
  };
  return { out, taken, take, isWaiting: () => waiting.length > 0 };
}

const ofFiles = async (): Promise<FileHandle> => {
  const file = await open(import.meta.filename);
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
};

test('an unreadable spool file ends its own answer and no other', async () => {
  const { out, take } = slowReader();
  const broken = new Promise((resolve) => out.once('error', resolve));
  const spool = new AnswerSpool(out);
  vi.spyOn(await ofFiles(), 'read').mockRejectedValueOnce(new Error('EIO'));
  for (const text of ['one', 'two']) await spool.write(text);
  await take();
  expect(await broken).toMatchObject({ message: 'EIO' });
  await spool.write('three');
  await spool.end();
  expect(out.writableFinished).toBe(false);
});

test('every line is answered when the disk fails while the reader resumes', async () => {
  const { out, taken, take, isWaiting } = slowReader();
  const spool = new AnswerSpool(out);
  const files = await ofFiles();
  await spool.write('one ');
  vi.spyOn(files, 'write').mockImplementation(async () => {
    await take();
    throw new Error('ENOSPC');
  });
  for (const text of ['two ', 'three ', 'four']) await spool.write(text);
  const ended = spool.end();
  for (let times = 0; times < 20; times++)
    if (isWaiting()) await take();
    else await setImmediate();
  await ended;
  expect(taken.join('')).toBe('one two three four');
});
