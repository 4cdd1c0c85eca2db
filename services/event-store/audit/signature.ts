import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import type { Checkpoint } from '@fynbos/domain/audit/checkpoint.ts';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';

/** Signs statements about the log. Access to the database without the master key is not enough to sign. */
export interface Signer {
  /** Ed25519, raw, base64. */
  readonly publicKey: string;
  /** The signature of a text, base64. */
  sign(text: string): string;
}

/** Provides the seed of the signing key, which is stored, wrapped and rotated like any other. */
const SUBJECT = 'checkpoint-signing';
/** The DER prefix of a 32-byte Ed25519 private key. */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns the signer of this installation. The first call creates its key. */
export async function signerOf(keys: KeyRing): Promise<Signer> {
  const seed = (await keys.keysFor([SUBJECT], { create: true })).get(SUBJECT);
  if (!seed) throw new Error('the key that signs checkpoints was destroyed');
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: spki.subarray(PUBLIC_HEAD.length).toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

const publicKeyOf = (raw: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, Buffer.from(raw, 'base64')]), format: 'der', type: 'spki' });

const sha256 = (text: string): string => hash('sha256', text);

/**
 * The text to sign, one field per line. The first line says whether it states MACs, so neither form passes for the
 * other.
 */
export const statementOf = ({
  number,
  first,
  events,
  root,
  manifest,
  previous,
  signedAt,
  vouched,
}: Omit<Checkpoint, 'signature' | 'publicKey'>): string =>
  [
    `fynbos checkpoint ${vouched === undefined ? 1 : 2}`,
    number,
    first,
    events,
    root,
    sha256(manifest),
    previous,
    signedAt,
    ...(vouched === undefined ? [] : [vouched]),
  ].join('\n');

/** The hash by which the next checkpoint refers to this one. */
export const statementHash = (checkpoint: Checkpoint): string => sha256(statementOf(checkpoint));

/** Whether the signature matches the public key in the checkpoint. */
export function isSigned(checkpoint: Checkpoint): boolean {
  try {
    const signature = Buffer.from(checkpoint.signature, 'base64');
    return verify(null, Buffer.from(statementOf(checkpoint)), publicKeyOf(checkpoint.publicKey), signature);
  } catch {
    return false;
  }
}

/** A public key's fingerprint in a form for reading aloud over a phone: eight groups of four characters. */
export const fingerprintOf = (publicKey: string): string =>
  (sha256(publicKey).slice(0, 32).match(/.{4}/g) as string[]).join(' ');
