import { expect, test } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

test('runs tasks with a common key in their order, and others at once', async () => {
  const queue = new KeyedQueue();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const task = (name: string, keys: readonly string[], until?: Promise<void>) =>
    queue.run(keys, async () => {
      await until;
      done.push(name);
    });
  const tasks = [task('a', ['1', '2'], first.promise), task('b', ['2', '3']), task('c', ['3', '1']), task('d', ['4'])];
  await tasks[3];
  expect(done).toEqual(['d']);
  first.resolve();
  await Promise.all(tasks);
  expect(done).toEqual(['d', 'a', 'b', 'c']);
});

test('continues after a task that fails, and forgets keys that no task has', async () => {
  const queue = new KeyedQueue();
  const failing = queue.run(['1', '2'], () => Promise.reject(new Error('failed')));
  const next = queue.run(['2'], async () => 'done');
  expect([queue.isBusy('1'), queue.isBusy('2')]).toEqual([true, true]);
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
  expect([queue.isBusy('1'), queue.isBusy('2')]).toEqual([false, false]);
});
