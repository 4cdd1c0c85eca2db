import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

test('a password is kept as argon2id with the setting of OWASP, salted anew each time', async () => {
  const [one, other] = await Promise.all([hashPassword('Fynbos1!'), hashPassword('Fynbos1!')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect(await isPassword(one, 'Fynbos1!')).toBe(true);
  expect(await isPassword(one, 'fynbos1!')).toBe(false);
});

test('nobody has no password, whatever is tried', async () => {
  expect(await isPassword(null, 'no password of anybody')).toBe(false);
});
