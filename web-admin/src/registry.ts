import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { RaRecord } from 'react-admin';
import { matchRoutes } from 'react-router-dom';
import { loadPage } from './record/load-page.ts';
import { type Named, personName } from './record/PersonLink.tsx';

type Page = LazyExoticComponent<ComponentType> & { readonly load: () => Promise<unknown> };
const page = (load: () => Promise<{ default: ComponentType }>): Page =>
  Object.assign(
    lazy(() => loadPage(load)),
    { load },
  );

export type Group = 'Programme' | 'Finance' | 'Accounting' | 'Policy' | 'Audit' | 'System';

/**
 * One area of the dashboard: a react-admin resource, its menu entry, its pages (each loaded when opened), and the
 * permission that shows it. The server checks permissions independently. To add an area, add it to `MENU`.
 */
export interface Area {
  /** First part of the path, and the name of the REST resource if there is one. */
  readonly path: string;
  readonly label: string;
  /** Absent for a page without a menu entry. */
  readonly group?: Group;
  readonly permission?: Permission;
  /** Page at the path itself, usually a list. */
  readonly page: Page;
  /** Page of one record, at `/{path}/{id}`. */
  readonly record?: Page;
  /** Formats the name of a record for references from other records. */
  readonly recordRepresentation?: (record: RaRecord) => string;
  /** Additional pages, by path below the area. */
  readonly more?: Readonly<Record<string, Page>>;
}

const agents = page(() => import('./agents/AgentsPage.tsx'));
const promotions = page(() => import('./promotions/PromotionsPage.tsx'));

/** The areas of the menu, in display order. */
const MENU: Readonly<Record<Group, readonly Omit<Area, 'group'>[]>> = {
  Programme: [
    { path: 'home', label: 'Dashboard', page: page(() => import('./dashboard/HomePage.tsx')) },
    {
      path: 'approvals',
      label: 'Approvals',
      permission: 'reports:see',
      page: page(() => import('./approvals/ApprovalsPage.tsx')),
      record: page(() => import('./approvals/ApprovalPage.tsx')),
    },
    {
      path: 'travel-agents',
      label: 'View Travel Agents',
      permission: 'agents:see',
      page: agents,
      record: page(() => import('./agents/AgentPage.tsx')),
      recordRepresentation: (person) => personName(person as Named),
      more: { create: agents, 'edit/:id': agents },
    },
    {
      path: 'referrals',
      label: 'Referrals',
      permission: 'agents:see',
      page: page(() => import('./referrals/ReferralsPage.tsx')),
    },
    {
      path: 'promotions',
      label: 'Campaign Management',
      permission: 'promotions:see',
      page: promotions,
      record: page(() => import('./promotions/PromotionPage.tsx')),
      recordRepresentation: ({ promoCode }) => String(promoCode),
      more: { create: promotions, 'edit/:id': promotions },
    },
    {
      path: 'challenges',
      label: 'Challenges',
      permission: 'promotions:see',
      page: page(() => import('./challenges/ChallengesPage.tsx')),
      record: page(() => import('./challenges/ChallengePage.tsx')),
      recordRepresentation: ({ title }) => String(title),
    },
    {
      path: 'contact-support',
      label: 'Contact Support',
      permission: 'enquiries:see',
      page: page(() => import('./enquiries/EnquiriesPage.tsx')),
      more: {
        templates: page(() => import('./enquiries/TemplatesPage.tsx')),
      },
      record: page(() => import('./enquiries/EnquiryPage.tsx')),
    },
    {
      path: 'import',
      label: 'Import',
      permission: 'programme:import',
      page: page(() => import('./imports/ImportPage.tsx')),
    },
  ],
  Finance: [
    {
      path: 'rewards',
      label: 'Rewards',
      permission: 'reports:see',
      page: page(() => import('./rewards/RewardsPage.tsx')),
      record: page(() => import('./rewards/RewardPage.tsx')),
    },
    {
      path: 'payouts',
      label: 'Payouts',
      permission: 'reports:see',
      page: page(() => import('./payouts/PayoutsPage.tsx')),
      record: page(() => import('./payouts/PayoutPage.tsx')),
    },
    {
      path: 'liability',
      label: 'Liability',
      permission: 'reports:see',
      page: page(() => import('./liability/LiabilityPage.tsx')),
      more: { agents: page(() => import('./liability/LiabilityAgentsPage.tsx')) },
    },
    {
      path: 'holds',
      label: 'Holds and alerts',
      permission: 'reports:see',
      page: page(() => import('./holds/HoldsPage.tsx')),
    },
    {
      path: 'corrections',
      label: 'Corrections',
      permission: 'corrections:make',
      page: page(() => import('./ledger/CorrectionsPage.tsx')),
    },
    {
      path: 'tax-years',
      label: 'Tax',
      permission: 'reports:see',
      page: page(() => import('./tax/TaxPage.tsx')),
      record: page(() => import('./tax/TaxPage.tsx')),
    },
  ],
  Accounting: [
    {
      path: 'ledger',
      label: 'Ledger',
      permission: 'reports:see',
      page: page(() => import('./ledger/JournalPage.tsx')),
      more: { 'exports/:id': page(() => import('./ledger/LedgerExportPage.tsx')) },
    },
    {
      path: 'reconciliations',
      label: 'Reconciliation',
      permission: 'reports:see',
      page: page(() => import('./reconciliation/ReconciliationsPage.tsx')),
      more: { lists: page(() => import('./reconciliation/IntegratorListsPage.tsx')) },
    },
    {
      path: 'month-closes',
      label: 'Month close',
      permission: 'reports:see',
      page: page(() => import('./month-close/MonthClosesPage.tsx')),
      record: page(() => import('./month-close/MonthClosePage.tsx')),
    },
    {
      path: 'comparisons',
      label: 'Compare two moments',
      permission: 'reports:see',
      page: page(() => import('./comparison/ComparisonsPage.tsx')),
      record: page(() => import('./comparison/ComparisonPage.tsx')),
    },
  ],
  Policy: [
    {
      path: 'reward-policy',
      label: 'Reward policy',
      permission: 'reports:see',
      page: page(() => import('./reward-policy/RewardPolicyPage.tsx')),
    },
    {
      path: 'what-ifs',
      label: 'What-if analysis',
      permission: 'what-if:see',
      page: page(() => import('./simulation/WhatIfsPage.tsx')),
      record: page(() => import('./simulation/WhatIfPage.tsx')),
    },
    {
      path: 'policy-laboratory',
      label: 'Policy laboratory',
      permission: 'what-if:run',
      page: page(() => import('./simulation/LaboratoryPage.tsx')),
    },
    {
      path: 'bank-list',
      label: 'Banks and business days',
      permission: 'reports:see',
      page: page(() => import('./bank-list/BankListPage.tsx')),
    },
  ],
  Audit: [
    {
      path: 'controls',
      label: 'Controls',
      permission: 'reports:see',
      page: page(() => import('./controls/ControlsPage.tsx')),
    },
    {
      path: 'audit-log',
      label: 'Audit log',
      permission: 'audit-log:see',
      page: page(() => import('./audit/AuditLogPage.tsx')),
      more: {
        table: page(() => import('./audit/AuditTablePage.tsx')),
        compare: page(() => import('./audit/ComparePage.tsx')),
        packs: page(() => import('./audit-packs/AuditPacksPage.tsx')),
      },
    },
    {
      path: 'proof',
      label: 'Log integrity',
      permission: 'audit-log:see',
      page: page(() => import('./operations/ProofPage.tsx')),
    },
    {
      path: 'events',
      label: 'Events',
      permission: 'events:see',
      page: page(() => import('./events/EventsPage.tsx')),
      record: page(() => import('./events/EventPage.tsx')),
    },
  ],
  System: [
    {
      path: 'integrators',
      label: 'Integrators',
      permission: 'integrators:change',
      page: page(() => import('./integrators/IntegratorsPage.tsx')),
      record: page(() => import('./integrators/IntegratorPage.tsx')),
    },
    {
      path: 'operations',
      label: 'Operations',
      permission: 'replay:run',
      page: page(() => import('./operations/OperationsPage.tsx')),
    },
    {
      path: 'admins',
      label: 'Users and roles',
      permission: 'audit-log:see',
      page: page(() => import('./admins/AdminsPage.tsx')),
      record: page(() => import('./admins/AdminPage.tsx')),
      recordRepresentation: (person) => personName(person as Named),
    },
  ],
};

/** Groups of the menu, in display order. */
export const GROUPS = Object.keys(MENU) as readonly Group[];

export const areas: readonly Area[] = [
  ...GROUPS.flatMap((group) => MENU[group].map((area) => ({ ...area, group }))),
  { path: 'account', label: 'My account', page: page(() => import('./account/AccountPage.tsx')) },
];

/** Every route of the dashboard with its page, as the router names it. */
export const routes: readonly { readonly path: string; readonly page: Page }[] = areas.flatMap(
  ({ path, page: own, record, more = {} }) => [
    { path: `/${path}`, page: own },
    ...(record ? [{ path: `/${path}/:id/*`, page: record }] : []),
    ...Object.entries(more).map(([below, each]) => ({ path: `/${path}/${below}`, page: each })),
  ],
);

const routed = (pathname: string) =>
  matchRoutes(
    routes.map((route) => ({ path: route.path, handle: route.page })),
    pathname,
  )?.at(-1)?.route;

/** Returns the route of an address below `/admin`; undefined without one. */
export const routeOf = (pathname: string): string | undefined => routed(pathname)?.path;

/** Starts loading the page of an address, so that it arrives while the application starts. */
export const preloadPage = (pathname: string): void =>
  void routed(pathname)
    ?.handle.load()
    .catch(() => undefined);

/** Returns the permission required for an address below `/admin`; undefined where every administrator has access. */
export const permissionFor = (to: string): Permission | undefined =>
  areas.find(({ path }) => path === to.split(/[/?#]/)[1])?.permission;
