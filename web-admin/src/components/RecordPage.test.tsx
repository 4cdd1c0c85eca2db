import { KEYS, saveValue } from '@fynbos/web-agent/src/state/storage.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { AdminContext } from 'react-admin';
import { Link, MemoryRouter, Route, Routes, useSearchParams } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import AgentPage from '../agents/AgentPage.tsx';
import { dataProvider } from '../api/data-provider.ts';
import ApprovalPage from '../approvals/ApprovalPage.tsx';
import { AsOfProvider } from '../as-of/as-of.tsx';
import EnquiryPage from '../enquiries/EnquiryPage.tsx';
import { i18nProvider } from '../i18n/i18n.ts';
import IntegratorPage from '../integrators/IntegratorPage.tsx';
import LedgerExportPage from '../ledger/LedgerExportPage.tsx';
import PayoutPage from '../payouts/PayoutPage.tsx';
import TaxPage from '../tax/TaxPage.tsx';

const AT = '2026-05-01T08:00:00.000Z';
const NO_LINES = { lines: 0, grossCents: 0, payeCents: 0, nettCents: 0 };

/** The two records of each area: fields that they share. Their ids are 7 and 8. */
const RECORDS: Readonly<Record<string, object>> = {
  approvals: {
    kind: 'agent.change',
    subject: 'travel-agents/7',
    permission: 'agents:change',
    fields: [],
    status: 'waiting',
    requestedBy: 1,
    requestedByName: 'Admin',
    requestedAt: AT,
    payload: {},
    personal: {},
    changes: [{ field: 'bankAccountNumber', before: '••• 11', after: '••• 22', masked: true }],
    asRequested: [],
    approvers: [],
    recentChanges: [],
  },
  'travel-agents': {
    title: 'Ms',
    firstName: 'Thandi',
    status: 'active',
    idNumber: '••• 08',
    cellNumber: '',
    telephoneNumber: '',
    emailAddress: 'a@b.example',
    taxNumberValid: true,
  },
  'contact-support': { status: 'pending', version: 1, email: 'a@b.example', typeOfQuery: 'other', dateCreated: AT },
  payouts: {
    status: 'exported',
    batch: 'eft',
    payDate: '2026-05-01',
    cutOff: '2026-04-30',
    proposedBy: '1',
    proposedAt: AT,
    approvals: [],
    contradictions: [],
    openLines: 3,
    layoutNotice: 'The layout of the bank.',
    files: [{ format: 'eft', name: 'eft.csv', lines: 1, bytes: 1, sha256: 'x' }],
    frozen: NO_LINES,
    dropped: NO_LINES,
    sent: NO_LINES,
    paid: NO_LINES,
    failed: NO_LINES,
    returned: NO_LINES,
    reasons: [],
    leftOut: 0,
  },
  'tax-years': { notice: 'Check the certificates.', months: [], emp201: [], amendments: [], amendmentCount: 0 },
  integrators: { status: 'live', scopes: [], keys: [], addedAt: AT, updatedAt: AT },
  'ledger-exports': { from: '2026-04-01', to: '2026-04-30', files: [], sums: [], readBacks: [], changedAccounts: [] },
};
/** The fields that pages show in their titles. */
const TITLES = ['summary', 'surname', 'referenceNumber', 'reference', 'name', 'systemName'];
const named = (id: string) => Object.fromEntries(TITLES.map((field) => [field, `Record ${id}`]));

const WEBHOOK = {
  webhookId: 'w1',
  url: 'https://fleet.example',
  kinds: [],
  isEnabled: true,
  takenAt: null,
  failingSince: null,
};
const MATCH = { entries: 1, results: [], recorded: 0, unmatched: [], unmatchedEntries: 0, missing: 0, transit: null };
const READ_BACK = {
  rows: [],
  agreeing: 5,
  differing: 0,
  differenceCents: 0,
  otherAccounts: 0,
  otherDays: 0,
  kind: 'journal',
};

/** Answers to the calls of the actions below. */
const ANSWERS: readonly (readonly [RegExp, unknown])[] = [
  [
    /approvals\/8\/reveal/,
    { changes: [{ field: 'bankAccountNumber', before: '62001', after: '62002' }], personal: {} },
  ],
  [/travel-agents\/8\/numbers/, { idNumber: '8001015009087', taxNumber: '1', bankAccountNumber: '62002' }],
  [/files\/eft\/check/, { lines: 1, cents: 100, errors: [] }],
  [/payouts\/8\/statement/, MATCH],
  [/webhooks\/w1\/rotate/, { webhookId: 'w1', secret: 'whsec-8' }],
  [/webhooks$/, [WEBHOOK]],
  [/audit-feed\/counts/, { days: [] }],
  [/read-back/, READ_BACK],
];

const withNumbers = ['travel-agents', 'contact-support'];

function answerTo(url: string): unknown {
  const known = ANSWERS.find(([path]) => path.test(url));
  if (known) return known[1];
  const [, area = '', id = ''] = /admin\/([\w-]+)\/(\d+)(?:\?|$)/.exec(url) ?? [];
  if (!RECORDS[area]) return [];
  return { ...RECORDS[area], ...named(id), id: withNumbers.includes(area) ? Number(id) : id };
}

/** A link to the same page as of an earlier moment. */
function Past() {
  const [search] = useSearchParams();
  return <Link to={`?${new URLSearchParams({ ...Object.fromEntries(search), asOf: AT })}`}>The past</Link>;
}

const follow = (name: string) => fireEvent.click(screen.getByText(name));
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const choose = async (label: string, text: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { files: [new File([text], 'ours.csv')] } });
const titled = (id: number) => screen.findByRole('heading', { level: 1, name: new RegExp(`(Record|Tax year) ${id}`) });

/** Opens the page of record 8 after that of record 7, which then is in the cache, as someone with every right. */
async function openTwo(path: string, Page: ComponentType, query = '') {
  saveValue(KEYS.adminId, '2');
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(answerTo(url), { headers: { 'Content-Range': 'items 0-0/0' } }),
  );
  const authProvider = {
    checkAuth: async () => undefined,
    checkError: async () => undefined,
    getPermissions: async () => new Proxy({}, { get: () => 'alone' }),
  };
  render(
    <MemoryRouter initialEntries={[`/${path}/7${query}`]}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <AsOfProvider>
          <Link to={`/${path}/7${query}`}>Number 7</Link>
          <Link to={`/${path}/8${query}`}>Number 8</Link>
          <Past />
          <Routes>
            <Route element={<Page />} path={`/${path}/:id/*`} />
          </Routes>
        </AsOfProvider>
      </AdminContext>
    </MemoryRouter>,
  );
  await titled(7);
  follow('Number 8');
  await titled(8);
}

/** What is left behind on a page: its path and query, the page, what is done there, and what the page shows then. */
const MOVED_AWAY: Readonly<
  Record<string, readonly [string, ComponentType, string, () => Promise<unknown>, () => unknown]>
> = {
  'account numbers shown in full to an approver': [
    'approvals',
    ApprovalPage,
    '',
    () => press('Show in full'),
    () => screen.queryByText('62002'),
  ],
  'a decision that was begun': [
    'approvals',
    ApprovalPage,
    '',
    () => press('Reject'),
    () => screen.queryByRole('dialog'),
  ],
  'certificates that were about to be issued': [
    'tax-years',
    TaxPage,
    '',
    () => press('Issue certificates'),
    () => screen.queryByRole('dialog'),
  ],
  'full numbers of an agent': [
    'travel-agents',
    AgentPage,
    '',
    () => press('Show full ID, tax and account numbers'),
    () => screen.queryByText('8001015009087'),
  ],
  'a typed answer': [
    'contact-support',
    EnquiryPage,
    '',
    () => type(/^Answer \*/, 'On Friday.'),
    () => screen.queryByDisplayValue('On Friday.'),
  ],
  'the choice of an internal note': [
    'contact-support',
    EnquiryPage,
    '',
    async () => fireEvent.click(await screen.findByLabelText(/^Internal note/)),
    () => screen.queryByRole('button', { name: 'Add note' }),
  ],
  'buttons that wait for a reload': [
    'contact-support',
    EnquiryPage,
    '',
    () => press('Escalate Record 8'),
    () => screen.queryAllByRole('button', { name: /^Resolve/ }).find((button) => button.hasAttribute('aria-disabled')),
  ],
  'the check of a payment file': [
    'payouts',
    PayoutPage,
    '?tab=files',
    () => press('Check the file'),
    () => screen.queryByText(/^The file is as recorded/),
  ],
  'a matched bank statement': [
    'payouts',
    PayoutPage,
    '?tab=bank-results',
    () => choose('Choose the bank’s file', ':20:STATEMENT'),
    () => screen.queryByText(/^Entries in the file: 1/),
  ],
  'a new secret of a webhook': [
    'integrators',
    IntegratorPage,
    '?tab=webhooks',
    async () => {
      await press('New secret');
      await press('Create secret');
    },
    () => screen.queryByText('whsec-8'),
  ],
  'a comparison with the company’s ledger': [
    'ledger/exports',
    LedgerExportPage,
    '',
    async () => {
      await choose('Choose the file of your ledger', 'date,account,amount');
      await press('Compare');
    },
    () => screen.queryByText(/^Everything agrees/),
  ],
};

test.each(Object.entries(MOVED_AWAY))('another record does not show %s', async (_, [path, Page, query, act, shown]) => {
  await openTwo(path, Page, query);
  await act();
  await waitFor(() => expect(shown()).toBeTruthy());
  follow('Number 7');
  await titled(7);
  expect(shown()).toBeFalsy();
});

test.each(['account numbers shown in full to an approver', 'full numbers of an agent'])(
  'another moment of the record does not show %s',
  async (name) => {
    const [path, Page, query, act, shown] = MOVED_AWAY[name] as (typeof MOVED_AWAY)[string];
    await openTwo(path, Page, query);
    // The past moment is in the cache too.
    follow('The past');
    await screen.findByText(/^Viewing 1 May/);
    await titled(8);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Back to now' }))[0] as HTMLElement);
    await titled(8);
    await act();
    await waitFor(() => expect(shown()).toBeTruthy());
    follow('The past');
    await screen.findByText(/^Viewing 1 May/);
    await titled(8);
    expect(shown()).toBeFalsy();
  },
);
