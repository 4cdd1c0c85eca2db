import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

test('a password is stored as argon2id with the setting of OWASP and its own salt', async () => {
  const [one, other] = await Promise.all([hashPassword('Fynbos1!'), hashPassword('Fynbos1!')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect(await isPassword(one, 'Fynbos1!')).toBe(true);
  expect(await isPassword(one, 'fynbos1!')).toBe(false);
});

test('no password matches an account without one', async () => {
  expect(await isPassword(null, 'not the password of an account')).toBe(false);
});
