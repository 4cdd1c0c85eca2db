import { setTimeout as sleep } from 'node:timers/promises';
import argon2 from 'argon2';

/** Takes at least `ms` milliseconds, so that the time does not reveal whether an account exists. */
export async function constantTime<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const rest = sleep(ms);
  try {
    return await work();
  } finally {
    await rest;
  }
}

/** The argon2id parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const ARGON2_OPTIONS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => argon2.hash(password, ARGON2_OPTIONS);

/** The hash that is checked when the account does not exist, so that the response takes as long. */
let dummyHash: Promise<string> | undefined;

/** Without a hash (unknown account, no password yet) it does the same work and returns false. */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('not the password of an account');
  const right = await argon2.verify(hash ?? (await dummyHash), password);
  return hash !== null && right;
}
