import { hash } from 'node:crypto';

/**
 * The same for the same parts, so that a repeated reaction sends nothing twice. SHA-256 in the form of version 5, not
 * the `uuid` package's SHA-1: the ids are stored, and others would send old messages again.
 */
export function uuidV5(...parts: readonly string[]): string {
  const digest = hash('sha256', parts.join('\n'));
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
