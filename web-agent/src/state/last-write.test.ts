import { expect, test, vi } from 'vitest';
import { clearLastWrite, lastWrite, rememberWrite } from './last-write.ts';

const answered = (position: string) => rememberWrite(new Response('', { headers: { 'X-Position': position } }));

test('keeps the position of the latest change, also after a reload, until the session ends', async () => {
  for (const position of ['1', '3', '2']) answered(position);
  rememberWrite(new Response(''));
  expect(lastWrite()).toBe('3');
  vi.resetModules();
  expect((await import('./last-write.ts')).lastWrite()).toBe('3');
  clearLastWrite();
  expect(lastWrite()).toBeNull();
});
