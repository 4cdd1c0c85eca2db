import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../sign-in/answers.ts';

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 } as const;
const base64url = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** A CBOR head: major type and a length below 65536. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

type Item = number | string | Buffer | readonly (readonly [number | string, Item])[];

/** Encodes an integer, text, bytes or map as CBOR. */
function cbor(item: Item): Buffer {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item);
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)]);
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item]);
  const entries = item as readonly (readonly [number | string, Item])[];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])]);
}

/** The public key as a COSE map: an ES256 key on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
}

export interface AuthenticatorOptions {
  /** Where the browser is; the portal's own address by default. */
  readonly origin: string;
  /** Whether the person's fingerprint or PIN is checked. */
  readonly verifies?: boolean;
  /** Whether it counts its signatures; otherwise the counter stays at 0, as for synced passkeys. */
  readonly counts?: boolean;
}

/** A software authenticator with one ES256 credential, and the browser around it. Attestation is `none`. */
export class Authenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly id = randomBytes(32);
  private userHandle = '';
  /** The counter of the next signature is one more. Tests set it back to imitate a copied key. */
  counter = 0;

  constructor(private readonly options: AuthenticatorOptions) {}

  /** Creates the credential for an account. */
  create({ challenge, rp, user }: PasskeyCreationOptions) {
    this.userHandle = user.id;
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      coseKey(this.keys.publicKey),
    ]);
    const authData = Buffer.concat([this.dataFor(rp.id, FLAGS.attested), credential]);
    const attestationObject = cbor([
      ['fmt', 'none'],
      ['attStmt', []],
      ['authData', authData],
    ]);
    return {
      ...this.name(),
      response: {
        clientDataJSON: base64url(this.clientData('webauthn.create', challenge)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** Answers the challenge of a sign-in. */
  sign({ challenge, rpId }: PasskeyRequestOptions, userHandle = this.userHandle) {
    if (this.options.counts) this.counter++;
    const authenticatorData = this.dataFor(rpId, 0);
    const clientData = this.clientData('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.keys.privateKey);
    return {
      ...this.name(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle,
      },
    };
  }

  private name() {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key' as const };
  }

  private dataFor(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const verified = this.options.verifies === false ? 0 : FLAGS.verified;
    return Buffer.concat([sha256(rpId), Buffer.from([FLAGS.present | verified | flags]), counter]);
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.options.origin, crossOrigin: false }));
  }
}
