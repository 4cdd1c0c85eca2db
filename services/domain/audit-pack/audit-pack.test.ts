import { expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { type AuditPackCommand, type AuditPackEvent, auditPackDecider } from './audit-pack.ts';

const CREATED_AT = '2026-06-01T08:00:00.000Z';
const create: Timed<Extract<AuditPackCommand, { type: 'CreateAuditPack' }>> = {
  type: 'CreateAuditPack',
  packId: 'p',
  createdBy: 1,
  from: '2026-05-01',
  to: '2026-05-31',
  records: ['promotions/x'],
  automatic: false,
  secretHash: 'ab',
  at: CREATED_AT,
  expiresAt: '2026-06-08T08:00:00.000Z',
};
const open = { type: 'OpenAuditPack', how: 'viewed', address: '192.0.2.1' } as const;

const after = (...commands: readonly Timed<AuditPackCommand>[]) =>
  commands.reduce(
    (state, command) =>
      fold(auditPackDecider, state, decideTimed(auditPackDecider, command, state) as AuditPackEvent[]),
    auditPackDecider.initial,
  );

test('counts views and downloads until the link expires or is revoked', () => {
  const opened = after(
    create,
    { ...open, at: '2026-06-02T08:00:00.000Z' },
    { ...open, how: 'downloaded', at: '2026-06-03T08:00:00.000Z' },
  );
  expect(opened).toMatchObject({ views: 1, downloads: 1, lastOpenedAt: '2026-06-03T08:00:00.000Z' });
  expect(() => decideTimed(auditPackDecider, { ...open, at: create.expiresAt }, opened)).toThrow('not valid');
  const revoked = after(create, { type: 'RevokeAuditPack', at: '2026-06-02T08:00:00.000Z' });
  expect(revoked.status).toBe('revoked');
  expect(() => decideTimed(auditPackDecider, { ...open, at: '2026-06-02T09:00:00.000Z' }, revoked)).toThrow(
    'not valid',
  );
  expect(decideTimed(auditPackDecider, { type: 'RevokeAuditPack', at: '2026-06-03T08:00:00.000Z' }, revoked)).toEqual(
    [],
  );
});

test('rejects a link of more than 30 days, an inverted period and too many records', () => {
  expect(() => after({ ...create, expiresAt: '2026-07-02T08:00:00.000Z' })).toThrow('1 to 30 days');
  expect(() => after({ ...create, expiresAt: CREATED_AT })).toThrow('1 to 30 days');
  expect(() => after({ ...create, to: '2026-04-30' })).toThrow('last day');
  const records = Array.from({ length: 21 }, (_, n) => `travel-agents/${n}`);
  expect(() => after({ ...create, records })).toThrow('At most 20');
  expect(() => after({ ...open, at: CREATED_AT })).toThrow('not found');
});
