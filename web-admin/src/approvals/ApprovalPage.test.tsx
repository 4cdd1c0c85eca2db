import type { ApprovalDetail } from '@fynbos/api/approvals/answers.ts';
import { KEYS, saveValue } from '@fynbos/web-agent/src/state/storage.ts';
import { render, screen } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import ApprovalPage from './ApprovalPage.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const AT = '2026-05-01T08:00:00.000Z';
const waiting = {
  id: 'a1',
  kind: 'agent.suspend',
  subject: 'travel-agents/7',
  permission: 'agents:change',
  summary: 'Suspend an agent',
  fields: [],
  status: 'waiting',
  requestedBy: 1,
  requestedByName: 'Admin',
  requestedAt: AT,
  reason: 'Fraud',
  breakGlassAskedAt: null,
  decidedBy: null,
  decidedByName: null,
  decidedAt: null,
  decisionReason: null,
  failure: null,
  version: 1,
  payload: {},
  personal: {},
  changes: [],
  asRequested: [],
  obstacle: null,
  approvers: [{ id: 2, name: 'Admin 2' }],
  recentChanges: [],
} satisfies Partial<ApprovalDetail>;
const decision = { status: 'approved', decidedBy: 2, decidedByName: 'Admin 2', decidedAt: AT, decisionReason: 'Seen' };

/** Shows the page of the request to an administrator. */
function show(request: object, adminId: string, permissions: object = { 'agents:change': 'second' }): void {
  saveValue(KEYS.adminId, adminId);
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.includes('approvals/a1') ? request : []));
  const authProvider = { getPermissions: async () => permissions };
  render(
    <MemoryRouter initialEntries={['/approvals/a1']}>
      <AdminContext dataProvider={dataProvider} authProvider={authProvider as never} i18nProvider={i18nProvider}>
        <Routes>
          <Route element={<ApprovalPage />} path="/approvals/:id" />
        </Routes>
      </AdminContext>
    </MemoryRouter>,
  );
}

test('a waiting request can be decided by another administrator', async () => {
  show(waiting, '2');
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reject' })).toBeVisible();
});

test.each(['1', '2'])('an approved request that is not applied yet offers administrator %s no decision', async (id) => {
  show({ ...waiting, ...decision }, id);
  expect(await screen.findByText('Approved. The change is being applied.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Approve|Reject|Withdraw/ })).toBeNull();
  expect(screen.queryByText(/You requested this/)).toBeNull();
});

describe('break-glass', () => {
  const alone = { ...waiting, approvers: [] };
  const both = { 'agents:change': 'second', 'break-glass': 'second' };

  test('is offered to a requester with its permission', async () => {
    show(alone, '1', both);
    expect(await screen.findByRole('button', { name: 'Break-glass approval' })).toBeVisible();
    expect(screen.queryByText(/do not allow a break-glass approval/)).toBeNull();
  });

  test.each([alone, { ...alone, breakGlassAskedAt: AT }])(
    'is not offered to a requester without its permission, who reads why',
    async (request) => {
      show(request, '1');
      expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeVisible();
      expect(screen.queryByRole('button', { name: /Break-glass|Approve/ })).toBeNull();
      expect(screen.getByText(/your roles do not allow a break-glass approval/)).toBeVisible();
    },
  );
});
