import Banks from '@mui/icons-material/AccountBalanceOutlined';
import Liability from '@mui/icons-material/AccountBalanceWalletOutlined';
import People from '@mui/icons-material/AdminPanelSettingsOutlined';
import WhatIf from '@mui/icons-material/AltRouteOutlined';
import Apartment from '@mui/icons-material/BadgeOutlined';
import Campaign from '@mui/icons-material/CampaignOutlined';
import Compare from '@mui/icons-material/CompareArrowsOutlined';
import Event from '@mui/icons-material/DataObjectOutlined';
import Corrections from '@mui/icons-material/EditNoteOutlined';
import Challenges from '@mui/icons-material/EmojiEventsOutlined';
import MonthClose from '@mui/icons-material/EventAvailableOutlined';
import Reconcile from '@mui/icons-material/FactCheckOutlined';
import Policy from '@mui/icons-material/GavelOutlined';
import Referrals from '@mui/icons-material/GroupAddOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Approve from '@mui/icons-material/HowToRegOutlined';
import Ledger from '@mui/icons-material/MenuBookOutlined';
import Tune from '@mui/icons-material/MonitorHeartOutlined';
import Holds from '@mui/icons-material/PauseCircleOutlined';
import Payouts from '@mui/icons-material/PaymentsOutlined';
import Dot from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Receipt from '@mui/icons-material/ReceiptLongOutlined';
import Tax from '@mui/icons-material/RequestQuoteOutlined';
import Controls from '@mui/icons-material/RuleOutlined';
import Laboratory from '@mui/icons-material/ScienceOutlined';
import Home from '@mui/icons-material/SpaceDashboardOutlined';
import Support from '@mui/icons-material/SupportAgentOutlined';
import Import from '@mui/icons-material/UploadFileOutlined';
import Proof from '@mui/icons-material/VerifiedUserOutlined';
import Key from '@mui/icons-material/VpnKeyOutlined';
import type { ReactElement } from 'react';

/** Icons of the menu areas by path; `other` for areas without one. */
export const AREA_ICONS: Readonly<Record<string, ReactElement>> = {
  home: <Home />,
  'travel-agents': <Apartment />,
  import: <Import />,
  referrals: <Referrals />,
  promotions: <Campaign />,
  challenges: <Challenges />,
  'contact-support': <Support />,
  rewards: <Receipt />,
  payouts: <Payouts />,
  holds: <Holds />,
  liability: <Liability />,
  ledger: <Ledger />,
  controls: <Controls />,
  'tax-years': <Tax />,
  'month-closes': <MonthClose />,
  comparisons: <Compare />,
  corrections: <Corrections />,
  reconciliations: <Reconcile />,
  'policy-laboratory': <Laboratory />,
  'what-ifs': <WhatIf />,
  'reward-policy': <Policy />,
  'bank-list': <Banks />,
  'audit-log': <History />,
  proof: <Proof />,
  events: <Event />,
  integrators: <Key />,
  operations: <Tune />,
  admins: <People />,
  approvals: <Approve />,
  other: <Dot />,
};
