import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './keys.ts';

/**
 * What the programme derives from its master key instead of keeping it: one-time codes and the secrets of links. A mail
 * job therefore carries an id only, and nothing readable lies in a table.
 */
export interface Tokens {
  /** The six digits of the code with this id. */
  code(codeId: string): string;
  /** `text` with a proof that it came from here, for one purpose: what a link in a mail carries. */
  sign(purpose: string, text: string): string;
  /** The text of a signed token of that purpose, or null where it is forged or of another. */
  open(purpose: string, token: string): string | null;
}

const PROOF_BYTES = 16;

/** Tokens out of the key ring's keyed hashes. */
export function createTokens({ keyedHash }: Pick<KeyRing, 'keyedHash'>): Tokens {
  const hash = (purpose: string, text: string) => Buffer.from(keyedHash(purpose, text), 'hex');
  const proof = (purpose: string, text: string) =>
    hash(`link ${purpose}`, text).subarray(0, PROOF_BYTES).toString('base64url');
  return {
    code: (codeId) => String(hash('one-time code', codeId).readUIntBE(0, 6) % 1_000_000).padStart(6, '0'),
    sign: (purpose, text) => `${text}.${proof(purpose, text)}`,
    open(purpose, token) {
      const at = token.lastIndexOf('.');
      if (at < 1) return null;
      const [text, given] = [token.slice(0, at), token.slice(at + 1)];
      return sameText(given, proof(purpose, text)) ? text : null;
    },
  };
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
