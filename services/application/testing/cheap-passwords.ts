import argon2 from 'argon2';

/**
 * A twentieth of the product's cost, because suites sign in thousands of times; a hash names its cost.
 * `auth/passwords.test.ts` checks the real one.
 */
const CHEAP = { memoryCost: 1024, timeCost: 2 };
const CHANGED = Symbol.for('fynbos.cheap-passwords');

// Suites share a worker's modules, and each runs this file.
const shared = argon2 as typeof argon2 & { [CHANGED]?: true };
if (!shared[CHANGED]) {
  const hash = argon2.hash.bind(argon2) as typeof argon2.hash;
  shared[CHANGED] = true;
  shared.hash = ((password: string, options: object) => hash(password, { ...options, ...CHEAP })) as typeof argon2.hash;
}
