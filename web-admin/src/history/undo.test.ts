import type { HistoryEntry } from '@fynbos/api/audit/answers.ts';
import { describe, expect, test } from 'vitest';
import { undoOf } from './undo.ts';

let count = 0;
const entry = (
  type: string,
  ...changes: readonly [field: string, before: unknown, after: unknown][]
): HistoryEntry => ({
  eventId: `e${++count}`,
  revision: count,
  type,
  recordedAt: '2026-05-01T08:00:00.000Z',
  actor: { kind: 'admin', id: '1', name: 'Admin' },
  from: null,
  reason: null,
  correlationId: 'c',
  demo: false,
  changes: changes.map(([field, before, after]) => ({ field, before, after, masked: false })),
});
const promotion = { resource: 'promotions', id: 'p1' };
const TODAY = '2026-11-24';
const first = entry('PromotionCreated', ['description', null, 'One']);

describe('the undo of a change', () => {
  test('restores the rate that was in force today before a change of the rate', () => {
    const before = [{ promoRate: 0.1, effectiveFrom: '0000-01-01' }];
    const changed = entry('PromotionRateChanged', [
      'rates',
      before,
      [...before, { promoRate: 0.12, effectiveFrom: '2026-11-01' }],
    ]);
    expect(undoOf(promotion, [first, changed], changed, TODAY)).toMatchObject({
      method: 'PUT',
      path: 'promotions/p1',
      body: { promoRate: 0.1 },
      versioned: true,
      restores: [{ field: 'promoRate', current: 0.12, restored: 0.1 }],
    });
    const planned = entry('PromotionRateChanged', [
      'rates',
      before,
      [...before, { promoRate: 0.2, effectiveFrom: '2027-01-01' }],
    ]);
    // A change that does not count yet is withdrawn, not undone.
    expect(undoOf(promotion, [first, planned], planned, TODAY)).toBeNull();
  });

  test('offers no undo of a creation, nor of a field that a later entry changed', () => {
    const second = entry('PromotionDescribed', ['description', 'One', 'Two']);
    const third = entry('PromotionDescribed', ['description', 'Two', 'Three']);
    const all = [first, second, third];
    expect(undoOf(promotion, all, first, TODAY)).toBeNull();
    expect(undoOf(promotion, all, second, TODAY)).toBeNull();
    expect(undoOf(promotion, all, third, TODAY)?.body).toEqual({ description: 'Two' });
  });

  test('restores details of an agent, but no masked value', () => {
    const agent = { resource: 'travel-agents', id: '7' };
    const undo = (field: string, masked = false) => {
      const changed = entry('AgentDetailsChanged', [field, 'old', 'new']);
      const all = [first, { ...changed, changes: changed.changes.map((each) => ({ ...each, masked })) }];
      return undoOf(agent, all, all[1] as HistoryEntry, TODAY);
    };
    expect(undo('details.postalCode')).toMatchObject({
      method: 'PUT',
      path: 'travel-agents/7',
      body: { postalCode: 'old' },
      versioned: true,
    });
    expect(undo('details.telephoneNumber', true)).toBeNull();
    expect(undo('details.telephoneNumber')?.permission).toBe('agents:change');
    // A new address needs an approval, and so does the former one.
    expect(undo('details.emailAddress')?.permission).toBe('agents:change-bank-or-contact');
  });

  test('sends the whole former account to undo a change of the bank account', () => {
    const agent = { resource: 'travel-agents', id: '7' };
    const registered = entry(
      'AgentRegistered',
      ['bank.bankAccountNumber', null, '62000001'],
      ['bank.branchCode', null, '250655'],
      ['bank.accountType', null, 'current'],
    );
    const changed = entry('BankDetailsChanged', ['bank.bankAccountNumber', '62000001', '62000002']);
    const undo = undoOf(agent, [registered, changed], changed, TODAY);
    expect(undo).toMatchObject({
      path: 'travel-agents/7/bank',
      body: { bankAccountNumber: '62000001', branchCode: '250655', accountType: 'current' },
      permission: 'agents:change-bank-or-contact',
      restores: [{ field: 'bank.bankAccountNumber', current: '62000002', restored: '62000001' }],
    });
    // An agent who had no account does not lose the first one.
    const first = entry('BankDetailsChanged', ['bank.bankAccountNumber', null, '62000001']);
    expect(undoOf(agent, [entry('AgentRegistered'), first], first, TODAY)).toBeNull();
  });

  test('sends the reason in the body to undo a change of roles or a suspension', () => {
    const added = entry('AdminAdded');
    const roles = entry('AdminRolesChanged', ['roles', ['Support'], ['Admin']]);
    expect(undoOf({ resource: 'admins', id: '3' }, [added, roles], roles, TODAY)).toMatchObject({
      body: { roles: ['Support'] },
      reasonInBody: true,
      permission: 'admins:change',
    });
    const suspended = entry('AgentSuspended', ['status', 'active', 'suspended']);
    const agent = { resource: 'travel-agents', id: '7' };
    expect(undoOf(agent, [entry('AgentRegistered'), suspended], suspended, TODAY)?.path).toBe(
      'travel-agents/7/reinstate',
    );
  });
});
