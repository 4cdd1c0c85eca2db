import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { instant } from '../event-schema.ts';

export const MAX_PASSKEYS = 10;
/** Characters of a passkey's name. */
export const MAX_NAME_LENGTH = 60;

/** Shared by the streams of agents and administrators. */
export const passkeyData = {
  /** `signCount`: the authenticator's counter; 0 for passkeys that do not count. */
  added: z.object({
    passkeyId: z.uuid(),
    signCount: z.int().nonnegative(),
    addedAt: instant,
    personal: z
      .object({ name: z.string(), credentialId: z.string(), publicKey: z.string(), transports: z.array(z.string()) })
      .nullable(),
  }),
  renamed: z.object({
    passkeyId: z.uuid(),
    renamedAt: instant,
    personal: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
  removed: z.object({ passkeyId: z.uuid(), removedAt: instant }),
  /** Part of the event of a sign-in. */
  used: z.object({ passkeyId: z.uuid(), signCount: z.int().nonnegative() }),
} as const;

type Added = z.output<typeof passkeyData.added>;
type Renamed = z.output<typeof passkeyData.renamed>;
type Removed = z.output<typeof passkeyData.removed>;
export type PasskeyUse = z.output<typeof passkeyData.used>;

/** A passkey of a person. The texts are empty where personal data was not loaded. */
export interface Passkey {
  readonly passkeyId: string;
  readonly name: string;
  /** Base64url, as the authenticator names the credential. */
  readonly credentialId: string;
  /** The COSE public key, base64url. */
  readonly publicKey: string;
  readonly transports: readonly string[];
  readonly signCount: number;
  readonly addedAt: string;
  /** ISO instant of the last sign-in with it; null before the first. */
  readonly lastUsedAt: string | null;
}
export type Passkeys = readonly Passkey[];

export type PasskeyCommand =
  | ({ readonly type: 'AddPasskey' } & Omit<Passkey, 'addedAt' | 'lastUsedAt'>)
  | { readonly type: 'RenamePasskey'; readonly passkeyId: string; readonly name: string }
  | { readonly type: 'RemovePasskey'; readonly passkeyId: string };

export type PasskeyEvent =
  | { readonly type: 'PasskeyAdded'; readonly data: Added }
  | { readonly type: 'PasskeyRenamed'; readonly data: Renamed }
  | { readonly type: 'PasskeyRemoved'; readonly data: Removed };

export const PASSKEY_MESSAGES = {
  unknown: 'Passkey not found.',
  exists: 'This passkey is already in your account.',
  tooMany: `You have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`,
  refused: 'This passkey was not accepted. Try again, or sign in with your password.',
} as const;

/** The refusal of a sign-in with a passkey, whatever the cause (C7). */
export const passkeyRefused = () => new DomainError('unauthenticated', 'passkey.refused', PASSKEY_MESSAGES.refused);

function existing(passkeys: Passkeys, passkeyId: string): Passkey {
  const found = passkeys.find((one) => one.passkeyId === passkeyId);
  if (!found) throw new DomainError('not-found', 'passkey.unknown', PASSKEY_MESSAGES.unknown);
  return found;
}

function addPasskey(command: Extract<PasskeyCommand, { type: 'AddPasskey' }>, passkeys: Passkeys, at: string) {
  if (passkeys.some(({ credentialId }) => credentialId === command.credentialId))
    throw new DomainError('conflict', 'passkey.exists', PASSKEY_MESSAGES.exists);
  if (passkeys.length >= MAX_PASSKEYS) throw new DomainError('conflict', 'passkey.too-many', PASSKEY_MESSAGES.tooMany);
  const { passkeyId, signCount, name, credentialId, publicKey, transports } = command;
  const personal = { name, credentialId, publicKey, transports: [...transports] };
  return [{ type: 'PasskeyAdded', data: { passkeyId, signCount, addedAt: at, personal } }] as const;
}

/** Throws `passkey.unknown`, `passkey.exists` and `passkey.too-many` (C9). */
export function decidePasskeys(command: PasskeyCommand, passkeys: Passkeys, at: string): readonly PasskeyEvent[] {
  const { passkeyId } = command;
  switch (command.type) {
    case 'AddPasskey':
      return addPasskey(command, passkeys, at);
    case 'RenamePasskey': {
      const { name } = existing(passkeys, passkeyId);
      if (name === command.name) return [];
      const data = { passkeyId, renamedAt: at, personal: { from: name, to: command.name } };
      return [{ type: 'PasskeyRenamed', data }];
    }
    case 'RemovePasskey':
      existing(passkeys, passkeyId);
      return [{ type: 'PasskeyRemoved', data: { passkeyId, removedAt: at } }];
  }
}

/** A counter that has not risen means a copied passkey or a repeated response (C10). Throws `passkey.refused`. */
export function assertPasskeyUsable({ passkeyId, signCount }: PasskeyUse, passkeys: Passkeys): void {
  const found = passkeys.find((one) => one.passkeyId === passkeyId);
  const counts = signCount > 0 || (found?.signCount ?? 0) > 0;
  if (!found || (counts && signCount <= found.signCount)) throw passkeyRefused();
}

export function evolvePasskeys(passkeys: Passkeys, event: PasskeyEvent): Passkeys {
  switch (event.type) {
    case 'PasskeyAdded': {
      const { passkeyId, signCount, addedAt, personal } = event.data;
      const { name = '', credentialId = '', publicKey = '', transports = [] } = personal ?? {};
      const added = { passkeyId, signCount, addedAt, name, credentialId, publicKey, transports, lastUsedAt: null };
      return [...passkeys, added];
    }
    case 'PasskeyRenamed':
      return changed(passkeys, event.data.passkeyId, { name: event.data.personal?.to ?? '' });
    case 'PasskeyRemoved':
      return passkeys.filter(({ passkeyId }) => passkeyId !== event.data.passkeyId);
  }
}

/** A person's passkeys after a sign-in; unchanged without a passkey. */
export const withUse = (passkeys: Passkeys, use: PasskeyUse | undefined, at: string): Passkeys =>
  use ? changed(passkeys, use.passkeyId, { signCount: use.signCount, lastUsedAt: at }) : passkeys;

const changed = (passkeys: Passkeys, passkeyId: string, changes: Partial<Passkey>): Passkeys =>
  passkeys.map((one) => (one.passkeyId === passkeyId ? { ...one, ...changes } : one));
