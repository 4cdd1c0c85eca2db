import { createHash } from 'node:crypto';

/** A UUID that is the same each time for the same words: what makes a message because of an event one and not two. */
export function uuidV5(...words: readonly string[]): string {
  const hash = createHash('sha256').update(words.join('\n')).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
