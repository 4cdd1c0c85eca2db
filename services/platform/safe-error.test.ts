import { expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/database.ts';
import { createLogger } from './logger.ts';
import { safeError } from './safe-error.ts';

test('a refusal of Postgres is reported by its code and location, without the values', async () => {
  const database = await freshDatabase();
  try {
    await database.pool().query('create table person (email text constraint "emailTaken" unique)');
    await database.pool().query('insert into person values ($1)', ['thandi@example.com']);
    const error = await database
      .pool()
      .query('insert into person values ($1)', ['thandi@example.com'])
      .catch((it: unknown) => it);
    const safe = safeError(new Error('could not store', { cause: error }));
    expect(safe.cause).toMatchObject({
      code: '23505',
      at: 'public.person.emailTaken',
      message: 'Postgres refused with 23505',
    });
    expect(JSON.stringify(safe)).not.toContain('thandi');
  } finally {
    await database.drop();
  }
});

test('addresses, numbers and quoted input are removed from other errors', () => {
  const parse = (): unknown => {
    try {
      return JSON.parse('{"surname": Nkosi}');
    } catch (error) {
      return error;
    }
  };
  expect(safeError(parse()).message).not.toContain('Nkosi');
  expect(safeError(new Error('no mail to Thandi.N+a@example.co.za, call +27 82 123 4567')).message).toBe(
    'no mail to …, call …',
  );
  expect(safeError(new Error('connect postgres://user:pass@db.example/x')).message).toBe(
    'connect postgres://db.example/x',
  );
  expect(safeError('text').message).toBe('thrown string');
  const reduced = safeError(new TypeError('no', { cause: new Error('why') }));
  expect(safeError(reduced)).toEqual(reduced);
});

test('the log keeps ids and codes, and leaves out persons and secrets at any level', () => {
  const lines: string[] = [];
  const logger = createLogger('test', { destination: { write: (line: string) => void lines.push(line) } });
  logger.info(
    { agentId: 7, email: 'a@b.co', req: { body: { idNumber: '8001' }, headers: { authorization: 'Bearer x' } } },
    'hello',
  );
  logger.error(
    { err: Object.assign(new Error('mail a@b.co'), { code: 'EMAIL' }), job: { personal: { surname: 'Nkosi' } } },
    'failed',
  );
  const text = lines.join('');
  expect(text).not.toMatch(/a@b\.co|8001|Bearer|Nkosi/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ service: 'test', level: 'info', agentId: 7, msg: 'hello' });
  expect(JSON.parse(lines[1] ?? '').err).toMatchObject({ name: 'Error', code: 'EMAIL' });
});
