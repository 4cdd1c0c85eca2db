import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Checkpoint } from '@fynbos/domain/checkpoint/events.ts';
import type { KeyRing } from '@fynbos/platform/keys.ts';

/** Signs what the log states. Whoever has the database but not the master key cannot. */
export interface Signer {
  /** Ed25519, raw, base64. */
  readonly publicKey: string;
  /** The signature of a text, base64. */
  sign(text: string): string;
}

/** The subject whose key is the seed of the signing key: kept, wrapped and rotated like any other. */
const SUBJECT = 'checkpoint-signing';
/** What stands before the 32 bytes of an Ed25519 key in DER. */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** The signer of this installation; its key is made when it is first asked for. */
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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * What a checkpoint states, as the text that is signed: a line each. The first line tells a checkpoint that says something
 * about MACs from an older one, so that neither can be passed off as the other.
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
    ...[number, first, events, root, sha256(manifest), previous, signedAt],
    ...(vouched === undefined ? [] : [vouched]),
  ].join('\n');

/** By which the next checkpoint names this one. */
export const statementHash = (checkpoint: Checkpoint): string => sha256(statementOf(checkpoint));

/** Whether the signature is that of the key that the checkpoint names. */
export function isSigned(checkpoint: Checkpoint): boolean {
  try {
    const signature = Buffer.from(checkpoint.signature, 'base64');
    return verify(null, Buffer.from(statementOf(checkpoint)), publicKeyOf(checkpoint.publicKey), signature);
  } catch {
    return false;
  }
}

/** A public key in a form that can be read over a phone: eight groups of four. */
export const fingerprintOf = (publicKey: string): string =>
  (sha256(publicKey).slice(0, 32).match(/.{4}/g) as string[]).join(' ');
