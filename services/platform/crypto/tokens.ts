import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './keys.ts';

/** Derived from the master key instead of stored: a mail job carries only an id, and no table contains them. */
export interface Tokens {
  /** The six digits of the code with this id. */
  code(codeId: string): string;
  /** `text` with a signature for one purpose: the token of a link in a mail. */
  sign(purpose: string, text: string): string;
  /** The text of a signed token of this purpose, or null if it is forged or has another purpose. */
  open(purpose: string, token: string): string | null;
}

const MAC_BYTES = 16;

/** Derives tokens from the key ring's keyed hashes. */
export function createTokens({ keyedHash }: Pick<KeyRing, 'keyedHash'>): Tokens {
  const hash = (purpose: string, text: string) => Buffer.from(keyedHash(purpose, text), 'hex');
  const mac = (purpose: string, text: string) =>
    hash(`link ${purpose}`, text).subarray(0, MAC_BYTES).toString('base64url');
  return {
    code: (codeId) => String(hash('one-time code', codeId).readUIntBE(0, 6) % 1_000_000).padStart(6, '0'),
    sign: (purpose, text) => `${text}.${mac(purpose, text)}`,
    open(purpose, token) {
      const at = token.lastIndexOf('.');
      if (at < 1) return null;
      const [text, sentMac] = [token.slice(0, at), token.slice(at + 1)];
      return sameText(sentMac, mac(purpose, text)) ? text : null;
    },
  };
}

/** Whether two texts are equal, in constant time. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
