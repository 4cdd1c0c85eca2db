import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { evolveAgent, noAgent } from '@fynbos/domain/agent/state.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { expect, test } from 'vitest';
import type { FoldEvent } from '../engine/projection.ts';
import { type AgentRow, agents } from './agents.ts';

const at = '2026-05-04T08:00:00.000Z';
const person = {
  details: {
    idNumber: '8001015009087',
    idType: 'SMART',
    title: 'Ms',
    initials: 'T',
    firstName: 'Thandi',
    surname: 'Nkosi',
    emailAddress: 'Thandi@agency.example',
    cellNumber: '+27821234567',
    countryDialCode: '27',
    taxCountry: 'RSA' as const,
    taxNumber: '2251362634',
    countryOfIssue: 'RSA',
    rentalCo: '1',
    communicationMethod: 'C' as const,
    telephoneNumber: '+27118518081',
    iataNumber: '7720101',
    agencyName: 'Karoo Travel',
    postalCode: '8001',
    physicalAddressLine1: '1 Long Street',
    physicalAddressLine2: 'Central',
    physicalAddressLine3: 'Cape Town',
  },
  bank: {
    bankName: 'Absa',
    bankAccountHolderName: 'T Nkosi',
    bankAccountNumber: '4051234567',
    branchCode: '632005',
    branchName: 'U',
    bankCountry: 'RSA',
  },
  passwordHash: 'hash',
};

const events: AgentEvent[] = [
  {
    type: 'AgentRegistered',
    data: {
      agentId: 7,
      source: 'self',
      termsAccepted: true,
      employerConsent: true,
      taxNumberValid: true,
      bankChangedAt: at,
      registeredAt: at,
      personal: person,
    },
  },
  { type: 'AgentActivated', data: { loyaltyTrackingNo: 'FT000000075', activeFrom: '2026-05-04', activatedAt: at } },
  { type: 'SignedIn', data: { sessionId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11', signedInAt: at } },
  {
    type: 'AgentDetailsChanged',
    data: {
      fields: ['surname'],
      taxNumberValid: true,
      contactChangedAt: null,
      personal: { changes: { surname: { from: 'Nkosi', to: 'Dlamini' } } },
    },
  },
  {
    type: 'BankDetailsChanged',
    data: {
      fields: ['bankAccountNumber'],
      changedAt: at,
      personal: { changes: { bankAccountNumber: { from: '4051234567', to: '62001239999' } } },
    },
  },
  { type: 'ConsentWithdrawn', data: { consent: 'employer', withdrawnAt: at } },
  { type: 'AgentSuspended', data: { reason: 'fraud', suspendedAt: at } },
  { type: 'AgentReinstated', data: { reason: 'cleared', reinstatedAt: at } },
];

const rowOf = (list: readonly AgentEvent[]): AgentRow =>
  list.reduce<AgentRow | null>((row, event, revision) => {
    const metadata = {
      v: 1,
      recordedAt: at,
      actor: { kind: 'system', id: 't' },
      correlationId: 'c',
      hash: '',
    } as const;
    const folded = { id: `${revision}`, ...event, metadata, streamId: 'agent-7', revision, position: `${revision}` };
    return agents.evolve(row, folded as unknown as FoldEvent<AgentEvent>, '7');
  }, null) as AgentRow;

test('the row matches the events, with the version that changes are checked against', () => {
  const row = rowOf(events);
  expect(row).toMatchObject({
    id: 7,
    status: 'active',
    surname: 'Dlamini',
    loyaltyTrackingNo: 'FT000000075',
    employerConsent: false,
    suspendedFor: null,
    accountEnding: '9999',
    idNumberEnding: '9087',
    hasPassword: true,
    lastSignInAt: at,
  });
  expect(row.version).toBe(fold({ evolve: evolveAgent }, noAgent, events).version);
});

test('stores only the endings of ID and account numbers', () => {
  const text = JSON.stringify(rowOf(events));
  for (const number of ['8001015009087', '4051234567', '62001239999', '2251362634']) expect(text).not.toContain(number);
});

test('a search finds a person by any word, in lower case', () => {
  expect(rowOf(events).searchText).toBe(
    'thandi dlamini karoo travel thandi@agency.example ft000000075 +27821234567 7720101',
  );
});

test('the row of an erased person contains no name', () => {
  const forgotten = events.map((event) =>
    'personal' in event.data ? { ...event, data: { ...event.data, personal: null } } : event,
  ) as AgentEvent[];
  const row = rowOf(forgotten);
  expect(row).toMatchObject({
    status: 'active',
    firstName: '',
    emailAddress: '',
    accountEnding: '',
    searchText: 'ft000000075',
  });
});
