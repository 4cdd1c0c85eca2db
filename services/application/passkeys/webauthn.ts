import type { Passkey, PasskeyCommand, PasskeyUse } from '@fynbos/domain/passkey/passkeys.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { CHALLENGE_TTL_MS, type Challenges } from '../auth/passkey-challenges.ts';

export type { AuthenticationResponseJSON, RegistrationResponseJSON };

type RelyingParty = Pick<Config, 'publicUrl' | 'programme'>;
/** ES256 and RS256: every authenticator supports one of them. */
const COSE_ALGORITHMS = [-7, -257];

/** The names of this portal for passkeys, from its public address. */
const relyingPartyOf = ({ publicUrl, programme }: RelyingParty) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin, rpName: programme.PROGRAMME_NAME };
};

/** The person who adds a passkey. `person` is the stream id, which authenticators return at a sign-in. */
interface Owner {
  readonly person: string;
  readonly email: string;
  readonly name: string;
  readonly passkeys: readonly Passkey[];
}

const userVerification = z.literal('required');
const credentialOfPerson = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });

/** WebAuthn's creation options as JSON. The portal uses no extension. */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credentialOfPerson),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification,
  }),
});

/** What the browser needs to create a passkey: discoverable and with user verification. */
export async function creationOptions(
  relyingParty: RelyingParty,
  { person, email, name, passkeys }: Owner,
  challenge: string,
) {
  const { rpID, rpName } = relyingPartyOf(relyingParty);
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(person)),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_TTL_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: COSE_ALGORITHMS,
  });
  return creationOptionsSchema.parse(options);
}

/** WebAuthn's request options as JSON. */
export const requestOptionsSchema = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification,
});

/** What the browser needs to sign in. It names no account: the authenticator offers those that it has. */
export async function requestOptions(relyingParty: RelyingParty, challenge: string) {
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(relyingParty).rpID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_TTL_MS,
    userVerification: 'required',
  });
  return requestOptionsSchema.parse(options);
}

type NewPasskey = Pick<
  Extract<PasskeyCommand, { type: 'AddPasskey' }>,
  'credentialId' | 'publicKey' | 'transports' | 'signCount'
>;

/** Verifies a new passkey, and uses up its challenge. Null if it is not valid. */
export async function newPasskey(
  relyingParty: RelyingParty,
  challenges: Challenges,
  sessionId: string,
  response: RegistrationResponseJSON,
): Promise<NewPasskey | null> {
  const { rpID, origin } = relyingPartyOf(relyingParty);
  const expectedChallenge = challengeOf(response.response.clientDataJSON);
  if (!(await challenges.consume(expectedChallenge, sessionId))) return null;
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: COSE_ALGORITHMS,
  }).catch(() => null);
  if (!result?.verified) return null;
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), transports, signCount: counter };
}

/** Uses up the challenge. Null if it is not valid. The caller compares the counter (C10). */
export async function passkeyUse(
  relyingParty: RelyingParty,
  challenges: Challenges,
  response: AuthenticationResponseJSON,
  { passkeyId, credentialId, publicKey }: Passkey,
): Promise<PasskeyUse | null> {
  const { rpID, origin } = relyingPartyOf(relyingParty);
  const expectedChallenge = challengeOf(response.response.clientDataJSON);
  if (!(await challenges.consume(expectedChallenge, null))) return null;
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null);
  return result?.verified ? { passkeyId, signCount: result.authenticationInfo.newCounter } : null;
}

/** The challenge that a browser says it answered; '' if it cannot be read. The library throws for every mismatch. */
function challengeOf(clientDataJSON: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof data.challenge === 'string' ? data.challenge : '';
  } catch {
    return '';
  }
}
