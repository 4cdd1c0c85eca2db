import { hash } from 'node:crypto';

/**
 * Returns the same UUID for the same parts, so that a repeated reaction repeats no message. SHA-256 truncated to the
 * form of version 5. Not the `uuid` package's SHA-1, because the ids are stored and another algorithm would send old
 * messages again.
 */
export function uuidV5(...parts: readonly string[]): string {
  const digest = hash('sha256', parts.join('\n'));
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
