import { adminOf } from '@fynbos/application/caller.ts';
import {
  addPasskey,
  confirmAdminPassword,
  ownPasskeys,
  passkeyChallenge,
  removePasskey,
  renamePasskey,
  signedIn,
} from '@fynbos/application/passkeys/own-passkeys.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@fynbos/application/passkeys/webauthn.ts';
import { passkeySignInOptions, signInWithPasskey } from '@fynbos/application/sign-in/passkey-sign-in.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { MAX_NAME_LENGTH, PASSKEY_MESSAGES } from '@fynbos/domain/passkey/passkeys.ts';
import { z } from 'zod';
import { requiredLine, secret } from '../http/fields.ts';
import { type Call, route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { creationOptionsAnswer, passkeyAnswer, passkeySignInAnswer, requestOptionsAnswer } from './answers.ts';
import { answerAdmin, answerAgent, sourceOf } from './sign-in-routes.ts';

/** Longest binary field of a passkey, in base64url characters. */
const MAX_FIELD_LENGTH = 16_384;
const bytes = z
  .string('Required.')
  .regex(/^[\w-]+$/, 'Must be base64url.')
  .max(MAX_FIELD_LENGTH, `At most ${MAX_FIELD_LENGTH} characters.`);

/** Fields of a browser's credential that this portal reads; others are ignored. */
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key', 'Must be public-key.') };

const created = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z.array(z.string().max(32)).max(8).optional(),
    }),
  })
  .transform((response): RegistrationResponseJSON => ({ ...response, clientExtensionResults: {} }));

const asserted = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes.optional(),
    }),
  })
  .transform((response): AuthenticationResponseJSON => ({ ...response, clientExtensionResults: {} }));

const name = requiredLine('Name is required!', MAX_NAME_LENGTH);

/** The id of a passkey in a path. Throws 404 for a malformed one. */
function passkeyIdOf({ params }: Call<unknown, unknown>): string {
  const id = z.uuid().safeParse(params.passkeyId);
  if (!id.success) throw new DomainError('not-found', 'passkey.unknown', PASSKEY_MESSAGES.unknown);
  return id.data;
}

async function answerSignIn(services: Services, call: Call<z.output<typeof asserted>>) {
  const done = await signInWithPasskey(services, call.body, sourceOf(call));
  return done.kind === 'agent' ? answerAgent(services, done) : answerAdmin(done);
}

/** Sign-in with a passkey, and a person's own passkeys (C9, C10). */
export const passkeyRoutes = tagged('Passkeys', [
  route.post('/auth/passkey-sign-in/challenge', {
    appendsNothing: true,
    who: 'anyone',
    summary: 'Get a challenge to sign in with a passkey',
    answer: requestOptionsAnswer,
    handle: async (_call, services) => ({ body: await passkeySignInOptions(services) }),
  }),
  route.post('/auth/passkey-sign-in', {
    who: 'anyone',
    summary: 'Sign in with a passkey; answers with the token of the agent or administrator',
    body: asserted,
    answer: passkeySignInAnswer,
    handle: (call, services) => services.auth.constantTime(() => answerSignIn(services, call)),
  }),
  route.get('/auth/passkeys', {
    who: 'signed-in',
    summary: 'List your passkeys',
    answer: z.array(passkeyAnswer),
    handle: async ({ caller }, services) => ({
      body: (await ownPasskeys(services, signedIn(caller))).map(({ passkeyId: id, name, addedAt, lastUsedAt }) => ({
        id,
        name,
        addedAt,
        lastUsedAt,
      })),
    }),
  }),
  route.post('/auth/passkeys/challenge', {
    appendsNothing: true,
    who: 'signed-in',
    summary: 'Get what the browser needs to create a passkey',
    answer: creationOptionsAnswer,
    handle: async ({ caller }, services) => ({ body: await passkeyChallenge(services, signedIn(caller)) }),
  }),
  route.post('/auth/passkeys/confirm-password', {
    appendsNothing: true,
    who: 'administrator',
    summary: 'As an administrator, enter your password for one change of your passkeys. An agent enters a code',
    body: z.object({ password: secret('Password is required!') }),
    status: 204,
    handle: async ({ body, caller, address }, services) => {
      await confirmAdminPassword(services, adminOf(caller), body.password, address);
      return {};
    },
  }),
  route.post('/auth/passkeys', {
    who: 'signed-in',
    summary: 'Add a passkey, with a proof for `passkeys`',
    body: z.object({ name, credential: created }),
    message: 'Your passkey was added.',
    run: ({ body, caller, context }, services) => addPasskey(services, signedIn(caller), body, context),
  }),
  route.put('/auth/passkeys/{passkeyId}', {
    who: 'signed-in',
    summary: 'Rename one of your passkeys, with a proof for `passkeys`',
    body: z.object({ name }),
    message: 'Your passkey was renamed.',
    run: (call, services) =>
      renamePasskey(
        services,
        signedIn(call.caller),
        { passkeyId: passkeyIdOf(call), name: call.body.name },
        call.context,
      ),
  }),
  route.delete('/auth/passkeys/{passkeyId}', {
    who: 'signed-in',
    summary: 'Remove one of your passkeys, with a proof for `passkeys`',
    message: 'Your passkey was removed.',
    run: (call, services) => removePasskey(services, signedIn(call.caller), passkeyIdOf(call), call.context),
  }),
]);
