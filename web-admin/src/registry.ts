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
  readonly below: Readonly<Record<string, Page>>;
}

interface Further extends Pick<Area, 'recordRepresentation'> {
  /** The page of a record. */
  readonly record?: string;
  /** Addresses of dialogs over the page, below the area. */
  readonly dialogs?: readonly string[];
  readonly more?: Readonly<Record<string, string>>;
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
  permission: Permission | undefined,
  file: string,
  { record, dialogs = [], more = {}, recordRepresentation }: Further = {},
): Omit<Area, 'group'> {
  const page = pageOf(file);
  return {
    path,
    label,
    icon,
    permission,
    page,
    recordRepresentation,
    below: Object.fromEntries([
      ...(record ? [[':id/*', pageOf(record)] as const] : []),
      ...dialogs.map((at) => [at, page] as const),
      ...Object.entries(more).map(([at, each]) => [at, pageOf(each)] as const),
    ]),
  };
}

/** The areas of the menu, in display order. */
const MENU: Readonly<Record<Group, readonly Omit<Area, 'group'>[]>> = {
  Programme: [
    area('home', 'Dashboard', HomeIcon, undefined, 'dashboard/HomePage'),
    area('approvals', 'Approvals', ApproveIcon, 'reports:see', 'approvals/ApprovalsPage', {
      record: 'approvals/ApprovalPage',
    }),
    area('travel-agents', 'View Travel Agents', ApartmentIcon, 'agents:see', 'agents/AgentsPage', {
      record: 'agents/AgentPage',
      recordRepresentation: (person) => personName(person as Named),
      dialogs: ['create', 'edit/:id'],
    }),
    area('referrals', 'Referrals', ReferralsIcon, 'agents:see', 'referrals/ReferralsPage'),
    area('promotions', 'Campaign Management', CampaignIcon, 'promotions:see', 'promotions/PromotionsPage', {
      record: 'promotions/PromotionPage',
      recordRepresentation: ({ promoCode }) => String(promoCode),
      dialogs: ['create', 'edit/:id'],
    }),
    area('challenges', 'Challenges', ChallengesIcon, 'promotions:see', 'challenges/ChallengesPage', {
      record: 'challenges/ChallengePage',
      recordRepresentation: ({ title }) => String(title),
    }),
    area('contact-support', 'Contact Support', SupportIcon, 'enquiries:see', 'enquiries/EnquiriesPage', {
      record: 'enquiries/EnquiryPage',
      more: { templates: 'enquiries/TemplatesPage' },
    }),
    area('import', 'Import', ImportIcon, 'programme:import', 'imports/ImportPage'),
  ],
  Finance: [
    area('rewards', 'Rewards', ReceiptIcon, 'reports:see', 'rewards/RewardsPage', {
      record: 'rewards/RewardPage',
    }),
    area('payouts', 'Payouts', PayoutsIcon, 'reports:see', 'payouts/PayoutsPage', {
      record: 'payouts/PayoutPage',
    }),
    area('liability', 'Liability', LiabilityIcon, 'reports:see', 'liability/LiabilityPage', {
      more: { agents: 'liability/LiabilityAgentsPage' },
    }),
    area('holds', 'Holds and alerts', HoldsIcon, 'reports:see', 'holds/HoldsPage'),
    area('corrections', 'Corrections', CorrectionsIcon, 'corrections:make', 'ledger/CorrectionsPage'),
    area('tax-years', 'Tax', TaxIcon, 'reports:see', 'tax/TaxPage', {
      record: 'tax/TaxPage',
    }),
  ],
  Accounting: [
    area('ledger', 'Ledger', LedgerIcon, 'reports:see', 'ledger/JournalPage', {
      more: { 'exports/:id': 'ledger/LedgerExportPage' },
    }),
    area('reconciliations', 'Reconciliation', ReconcileIcon, 'reports:see', 'reconciliation/ReconciliationsPage', {
      more: { lists: 'reconciliation/IntegratorListsPage' },
    }),
    area('month-closes', 'Month close', MonthCloseIcon, 'reports:see', 'month-close/MonthClosesPage', {
      record: 'month-close/MonthClosePage',
    }),
    area('comparisons', 'Compare balances and rewards', CompareIcon, 'reports:see', 'comparison/ComparisonsPage', {
      record: 'comparison/ComparisonPage',
    }),
  ],
  Policy: [
    area('reward-policy', 'Reward policy', PolicyIcon, 'reports:see', 'reward-policy/RewardPolicyPage'),
    area('what-ifs', 'What if', SimulationIcon, 'what-if:see', 'simulation/SimulationsPage', {
      record: 'simulation/SimulationPage',
    }),
    area('policy-laboratory', 'Policy laboratory', ScenariosIcon, 'what-if:run', 'simulation/ScenarioComparisonPage'),
    area('bank-list', 'Banks and business days', BanksIcon, 'reports:see', 'bank-list/BankListPage'),
  ],
  Audit: [
    area('controls', 'Controls', ControlsIcon, 'reports:see', 'controls/ControlsPage'),
    area('audit-log', 'Audit log', HistoryIcon, 'audit-log:see', 'audit/AuditLogPage', {
      more: {
        table: 'audit/AuditTablePage',
        compare: 'audit/ComparePage',
        packs: 'audit-packs/AuditPacksPage',
      },
    }),
    area('proof', 'Log integrity', ProofIcon, 'audit-log:see', 'operations/VerificationPage'),
    area('events', 'Events', EventIcon, 'events:see', 'events/EventsPage', {
      record: 'events/EventPage',
    }),
  ],
  System: [
    area('integrators', 'Integrators', KeyIcon, 'integrators:change', 'integrators/IntegratorsPage', {
      record: 'integrators/IntegratorPage',
    }),
    area('operations', 'Operations', TuneIcon, 'replay:run', 'operations/OperationsPage'),
    area('admins', 'Administrators and roles', PeopleIcon, 'audit-log:see', 'admins/AdminsPage', {
      record: 'admins/AdminPage',
      recordRepresentation: (person) => personName(person as Named),
    }),
  ],
};

export const GROUPS = Object.keys(MENU) as readonly Group[];

export const areas: readonly Area[] = [
  ...GROUPS.flatMap((group) => MENU[group].map((each) => ({ ...each, group }))),
  area('account', 'My account', AccountIcon, undefined, 'account/AccountPage'),
];

export const routes: readonly { readonly path: string; readonly page: Page }[] = areas.flatMap(
  ({ path, page: own, below }) => [
    { path: `/${path}`, page: own },
    ...Object.entries(below).map(([at, page]) => ({ path: `/${path}/${at}`, page })),
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
