import { createCipheriv, createDecipheriv } from 'node:crypto';
import { freshBytes } from './random.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals a text with AES-256-GCM under a 32-byte key, bound to what it belongs to; gives base64 of nonce, tag and cipher text. */
export function seal(key: Buffer, text: string, belongsTo: string): string {
  const iv = freshBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(belongsTo));
  // GCM gives as many bytes as it takes: nothing is left for the end but the tag.
  const sealed = cipher.update(text, 'utf8');
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Opens what `seal` gave. Throws an Error when key, text or what it belongs to is not the same. */
export function open(key: Buffer, sealed: string, belongsTo: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(belongsTo));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
