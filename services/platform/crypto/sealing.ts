import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { freshBytes } from './random.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts bytes with AES-256-GCM and a 32-byte key, bound to `belongsTo`. Returns nonce, tag and cipher text. */
export function sealBytes(key: Buffer, bytes: Buffer, belongsTo: string): Buffer {
  const iv = freshBytes(IV_BYTES);
  // Node 24 takes 5 µs for a cipher with a key object, including the creation of the object, and 15 µs with a buffer.
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), iv).setAAD(Buffer.from(belongsTo));
  // GCM is a stream cipher: `final` returns no further bytes.
  const sealed = cipher.update(bytes);
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts bytes from `sealBytes`. Throws an Error for a different key, content or `belongsTo`. */
export function openBytes(key: Buffer, bytes: Buffer, belongsTo: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), bytes.subarray(0, IV_BYTES)).setAAD(
    Buffer.from(belongsTo),
  );
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Encrypts a text as `sealBytes` does. Returns base64. */
export const seal = (key: Buffer, text: string, belongsTo: string): string =>
  sealBytes(key, Buffer.from(text), belongsTo).toString('base64');

/** Decrypts a text from `seal`. Throws an Error for a different key, text or `belongsTo`. */
export const open = (key: Buffer, sealed: string, belongsTo: string): string =>
  openBytes(key, Buffer.from(sealed, 'base64'), belongsTo).toString();
