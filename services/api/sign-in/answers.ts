import type { StepUp } from '@fynbos/application/auth/codes.ts';
import { creationOptionsSchema, requestOptionsSchema } from '@fynbos/application/passkeys/webauthn.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';
import { agentAnswer, communicationMethod } from '../agents/answers.ts';

const agentSignIn = z.object({
  emailAddress: z.string(),
  communicationMethod,
  cellNumber: z.string(),
  message: z.string(),
});
const adminSignIn = z.object({
  adminId: z.int(),
  email: z.string(),
  token: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
});

export type AgentLogin = z.output<typeof agentSignIn>;
export type AdminLogin = z.output<typeof adminSignIn>;

/** What a code of `POST /travel-agency/step-up` confirms. */
export type StepUpPurpose = StepUp;

export const verifiedAnswer = z.object({ token: z.string(), travelAgent: agentAnswer });
export type OtpVerified = z.output<typeof verifiedAnswer>;

/** `POST /auth/login`: where the code of an agent was sent, or the token of an administrator or a remembered device. */
export const signInAnswer = z.union([agentSignIn, adminSignIn, verifiedAnswer]);

/** `GET /auth/reset-password`. `how`: `set` for the first password of an added account. */
export const resetLinkAnswer = z.object({ isValid: z.boolean(), how: z.enum(['reset', 'set']).nullable() });
export type ResetLink = z.output<typeof resetLinkAnswer>;

export const sessionAnswer = z.object({
  id: z.uuid(),
  current: z.boolean(),
  device: z.string(),
  /** The network of the session, not the full address. */
  address: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
});

export const passkeySignInAnswer = z.union([verifiedAnswer, adminSignIn]);

export const passkeyAnswer = z.object({
  id: z.uuid(),
  name: z.string(),
  addedAt: instant,
  /** The last sign-in with it. */
  lastUsedAt: instant.nullable(),
});
export type OwnPasskey = z.output<typeof passkeyAnswer>;

export const requestOptionsAnswer = requestOptionsSchema;
export type PasskeyRequestOptions = z.output<typeof requestOptionsAnswer>;

export const creationOptionsAnswer = creationOptionsSchema;
export type PasskeyCreationOptions = z.output<typeof creationOptionsAnswer>;

export const deviceAnswer = z.object({
  id: z.uuid(),
  /** Whether the call came from this device. */
  current: z.boolean(),
  device: z.string(),
  /** The network of the last sign-in, not the full address. */
  address: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
  expiresAt: instant,
});
