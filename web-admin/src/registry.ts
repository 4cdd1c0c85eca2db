import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import BanksIcon from '@mui/icons-material/AccountBalanceOutlined';
import LiabilityIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import PeopleIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import SimulationIcon from '@mui/icons-material/AltRouteOutlined';
import ApartmentIcon from '@mui/icons-material/BadgeOutlined';
import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import CompareIcon from '@mui/icons-material/CompareArrowsOutlined';
import EventIcon from '@mui/icons-material/DataObjectOutlined';
import CorrectionsIcon from '@mui/icons-material/EditNoteOutlined';
import ChallengesIcon from '@mui/icons-material/EmojiEventsOutlined';
import MonthCloseIcon from '@mui/icons-material/EventAvailableOutlined';
import ReconcileIcon from '@mui/icons-material/FactCheckOutlined';
import PolicyIcon from '@mui/icons-material/GavelOutlined';
import ReferralsIcon from '@mui/icons-material/GroupAddOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import ApproveIcon from '@mui/icons-material/HowToRegOutlined';
import AccountIcon from '@mui/icons-material/ManageAccountsOutlined';
import LedgerIcon from '@mui/icons-material/MenuBookOutlined';
import TuneIcon from '@mui/icons-material/MonitorHeartOutlined';
import HoldsIcon from '@mui/icons-material/PauseCircleOutlined';
import PayoutsIcon from '@mui/icons-material/PaymentsOutlined';
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined';
import TaxIcon from '@mui/icons-material/RequestQuoteOutlined';
import ControlsIcon from '@mui/icons-material/RuleOutlined';
import ScenariosIcon from '@mui/icons-material/ScienceOutlined';
import HomeIcon from '@mui/icons-material/SpaceDashboardOutlined';
import SupportIcon from '@mui/icons-material/SupportAgentOutlined';
import ImportIcon from '@mui/icons-material/UploadFileOutlined';
import ProofIcon from '@mui/icons-material/VerifiedUserOutlined';
import KeyIcon from '@mui/icons-material/VpnKeyOutlined';
import type { SvgIconProps } from '@mui/material';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { RaRecord } from 'react-admin';
import { matchRoutes } from 'react-router-dom';
import { loadPage } from './api/load-page.ts';
import { type Named, personName } from './components/person-links.tsx';

type Icon = ComponentType<SvgIconProps>;
type Load = () => Promise<{ default: ComponentType }>;
type Page = LazyExoticComponent<ComponentType> & { readonly load: Load };

export type Group = 'Programme' | 'Finance' | 'Accounting' | 'Policy' | 'Audit' | 'System';

/**
 * A react-admin resource, its menu entry, its pages (loaded when opened), and the permission that shows it; the server
 * checks permissions independently. To add one, add it to `MENU`.
 */
export interface Area {
  /** First part of the path, and the name of the REST resource if there is one. */
  readonly path: string;
  readonly label: string;
  readonly icon: Icon;
  /** Absent for a page without a menu entry. */
  readonly group?: Group;
  readonly permission?: Permission;
  /** Page at the path itself, usually a list. */
  readonly page: Page;
  /** Formats the name of a record for references from other records. */
  readonly recordRepresentation?: (record: RaRecord) => string;
  /**
   * Pages by path below the area. A record is at `:id`, where links and emails have it; react-admin's `show` is at
   * `:id/show`.
   */
  readonly subpages: Readonly<Record<string, Page>>;
}

interface AreaOptions extends Pick<Area, 'permission' | 'recordRepresentation'> {
  /** The page of a record. */
  readonly record?: string;
  /** Addresses of dialogs over the page, below the area. */
  readonly dialogs?: readonly string[];
  /** Pages by their addresses below the area. */
  readonly otherPages?: Readonly<Record<string, string>>;
}

const PAGES = import.meta.glob<{ default: ComponentType }>(['./*/*Page.tsx', '!./components/*', '!./list/*']);

/** `file`: the module without its ending, such as `rewards/RewardsPage`. */
function pageOf(file: string): Page {
  const load = PAGES[`./${file}.tsx`];
  if (!load) throw new Error(`There is no page ${file}.`);
  return Object.assign(
    lazy(() => loadPage(load)),
    { load },
  );
}

function area(
  path: string,
  label: string,
  icon: Icon,
  file: string,
  { record, dialogs = [], otherPages = {}, ...options }: AreaOptions = {},
): Omit<Area, 'group'> {
  const page = pageOf(file);
  return {
    path,
    label,
    icon,
    page,
    ...options,
    subpages: Object.fromEntries([
      ...(record ? [[':id/*', pageOf(record)] as const] : []),
      ...dialogs.map((subpath) => [subpath, page] as const),
      ...Object.entries(otherPages).map(([subpath, other]) => [subpath, pageOf(other)] as const),
    ]),
  };
}

/** The areas of the menu, in display order. */
const MENU: Readonly<Record<Group, readonly Omit<Area, 'group'>[]>> = {
  Programme: [
    area('home', 'Dashboard', HomeIcon, 'dashboard/HomePage'),
    area('approvals', 'Approvals', ApproveIcon, 'approvals/ApprovalsPage', {
      permission: 'reports:see',
      record: 'approvals/ApprovalPage',
    }),
    area('travel-agents', 'View Travel Agents', ApartmentIcon, 'agents/AgentsPage', {
      permission: 'agents:see',
      record: 'agents/AgentPage',
      recordRepresentation: (person) => personName(person as Named),
      dialogs: ['create', 'edit/:id'],
    }),
    area('referrals', 'Referrals', ReferralsIcon, 'referrals/ReferralsPage', { permission: 'agents:see' }),
    area('promotions', 'Campaign Management', CampaignIcon, 'promotions/PromotionsPage', {
      permission: 'promotions:see',
      record: 'promotions/PromotionPage',
      recordRepresentation: ({ promoCode }) => String(promoCode),
      dialogs: ['create', 'edit/:id'],
    }),
    area('challenges', 'Challenges', ChallengesIcon, 'challenges/ChallengesPage', {
      permission: 'promotions:see',
      record: 'challenges/ChallengePage',
      recordRepresentation: ({ title }) => String(title),
    }),
    area('contact-support', 'Contact Support', SupportIcon, 'enquiries/EnquiriesPage', {
      permission: 'enquiries:see',
      record: 'enquiries/EnquiryPage',
      otherPages: { templates: 'enquiries/TemplatesPage' },
    }),
    area('import', 'Import', ImportIcon, 'imports/ImportPage', { permission: 'programme:import' }),
  ],
  Finance: [
    area('rewards', 'Rewards', ReceiptIcon, 'rewards/RewardsPage', {
      permission: 'reports:see',
      record: 'rewards/RewardPage',
    }),
    area('payouts', 'Payouts', PayoutsIcon, 'payouts/PayoutsPage', {
      permission: 'reports:see',
      record: 'payouts/PayoutPage',
    }),
    area('liability', 'Liability', LiabilityIcon, 'liability/LiabilityPage', {
      permission: 'reports:see',
      otherPages: { agents: 'liability/LiabilityAgentsPage' },
    }),
    area('holds', 'Holds and alerts', HoldsIcon, 'holds/HoldsPage', { permission: 'reports:see' }),
    area('corrections', 'Corrections', CorrectionsIcon, 'ledger/CorrectionsPage', { permission: 'corrections:make' }),
    area('tax-years', 'Tax', TaxIcon, 'tax/TaxPage', { permission: 'reports:see', record: 'tax/TaxPage' }),
  ],
  Accounting: [
    area('ledger', 'Ledger', LedgerIcon, 'ledger/JournalPage', {
      permission: 'reports:see',
      otherPages: { 'exports/:id': 'ledger/LedgerExportPage' },
    }),
    area('reconciliations', 'Reconciliation', ReconcileIcon, 'reconciliation/ReconciliationsPage', {
      permission: 'reports:see',
      otherPages: { lists: 'reconciliation/IntegratorListsPage' },
    }),
    area('month-closes', 'Month close', MonthCloseIcon, 'month-close/MonthClosesPage', {
      permission: 'reports:see',
      record: 'month-close/MonthClosePage',
    }),
    area('comparisons', 'Compare balances and rewards', CompareIcon, 'comparison/ComparisonsPage', {
      permission: 'reports:see',
      record: 'comparison/ComparisonPage',
    }),
  ],
  Policy: [
    area('reward-policy', 'Reward policy', PolicyIcon, 'reward-policy/RewardPolicyPage', { permission: 'reports:see' }),
    area('what-ifs', 'What if', SimulationIcon, 'simulation/SimulationsPage', {
      permission: 'what-if:see',
      record: 'simulation/SimulationPage',
    }),
    area('policy-laboratory', 'Policy laboratory', ScenariosIcon, 'simulation/ScenarioComparisonPage', {
      permission: 'what-if:run',
    }),
    area('bank-list', 'Banks and business days', BanksIcon, 'bank-list/BankListPage', { permission: 'reports:see' }),
  ],
  Audit: [
    area('controls', 'Controls', ControlsIcon, 'controls/ControlsPage', { permission: 'reports:see' }),
    area('audit-log', 'Audit log', HistoryIcon, 'audit/AuditLogPage', {
      permission: 'audit-log:see',
      otherPages: {
        table: 'audit/AuditTablePage',
        compare: 'audit/ComparePage',
        packs: 'audit-packs/AuditPacksPage',
      },
    }),
    area('proof', 'Log integrity', ProofIcon, 'operations/VerificationPage', { permission: 'audit-log:see' }),
    area('events', 'Events', EventIcon, 'events/EventsPage', { permission: 'events:see', record: 'events/EventPage' }),
  ],
  System: [
    area('integrators', 'Integrators', KeyIcon, 'integrators/IntegratorsPage', {
      permission: 'integrators:change',
      record: 'integrators/IntegratorPage',
    }),
    area('operations', 'Operations', TuneIcon, 'operations/OperationsPage', { permission: 'replay:run' }),
    area('admins', 'Administrators and roles', PeopleIcon, 'admins/AdminsPage', {
      permission: 'audit-log:see',
      record: 'admins/AdminPage',
      recordRepresentation: (person) => personName(person as Named),
    }),
  ],
};

export const GROUPS = Object.keys(MENU) as readonly Group[];

export const areas: readonly Area[] = [
  ...GROUPS.flatMap((group) => MENU[group].map((each) => ({ ...each, group }))),
  area('account', 'My account', AccountIcon, 'account/AccountPage'),
];

export const routes: readonly { readonly path: string; readonly page: Page }[] = areas.flatMap(
  ({ path, page: own, subpages }) => [
    { path: `/${path}`, page: own },
    ...Object.entries(subpages).map(([subpath, page]) => ({ path: `/${path}/${subpath}`, page })),
  ],
);

const matchedRoute = (pathname: string) =>
  matchRoutes(
    routes.map((route) => ({ path: route.path, handle: route.page })),
    pathname,
  )?.at(-1)?.route;

/** Returns the route of an address below `/admin`; undefined without one. */
export const routeOf = (pathname: string): string | undefined => matchedRoute(pathname)?.path;

/** Starts loading the page of an address, so that it arrives while the application starts. */
export const preloadPage = (pathname: string): void =>
  void matchedRoute(pathname)
    ?.handle.load()
    .catch(() => undefined);

/** Returns the permission required for an address below `/admin`; undefined where every administrator has access. */
export const permissionFor = (to: string): Permission | undefined =>
  areas.find(({ path }) => path === to.split(/[/?#]/)[1])?.permission;
