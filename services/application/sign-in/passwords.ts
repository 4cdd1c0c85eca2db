import argon2 from 'argon2';

/** OWASP's setting for argon2id: 19 MiB, two passes, one lane. */
const SETTING = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** An argon2id hash of a password. */
export const hashPassword = (password: string): Promise<string> => argon2.hash(password, SETTING);

/** Checked against in place of the hash of someone who is not there, so that the answer takes as long. */
let nobody: Promise<string> | undefined;

/**
 * Whether the password is the one of the hash. Without a hash (nobody by that name, no password set yet) the same work is
 * done and the answer is false (sign-in tells nothing).
 */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('no password of anybody');
  const right = await argon2.verify(hash ?? (await nobody), password);
  return hash !== null && right;
}
