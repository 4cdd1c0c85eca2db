import { createCipheriv, createDecipheriv } from 'node:crypto';
import { freshBytes } from './random.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text with AES-256-GCM and a 32-byte key, bound to `belongsTo`. Returns base64 of nonce, tag and cipher
 * text.
 */
export function seal(key: Buffer, text: string, belongsTo: string): string {
  const iv = freshBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(belongsTo));
  // GCM is a stream cipher: `final` returns no further bytes.
  const sealed = cipher.update(text, 'utf8');
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts a text from `seal`. Throws an Error for a different key, text or `belongsTo`. */
export function open(key: Buffer, sealed: string, belongsTo: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(belongsTo));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
