import { useEffect, useState } from 'react';
import { usePermissions } from 'react-admin';
import { Link, Navigate } from 'react-router-dom';
import { dropReturn, keptReturn, whoAmI } from '../api/session.ts';
import { T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { ReconciliationAlert } from '../reconciliation/ReconciliationAlert.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { Remark } from '../record/texts.tsx';
import { usePageTitle } from '../record/use-page-title.ts';
import { Glance } from './Glance.tsx';
import { InboxPanel } from './InboxPanel.tsx';
import './home.css';
import { Panel } from '../record/Panel.tsx';
import { useMayOpen } from '../record/use-may-open.ts';

const SHORTCUTS = [
  {
    to: '/contact-support',
    label: 'Enquiries',
    text: 'Answer, assign and resolve the messages of agents and visitors.',
  },
  { to: '/travel-agents', label: 'Travel agents', text: 'Find an agent by name, agency, e-mail or tracking number.' },
  { to: '/contact-support/templates', label: 'Reply templates', text: 'Reuse answers to frequent questions.' },
  { to: '/operations', label: 'Operations', text: 'Read models, failed events, messages and queues.' },
  { to: '/integrators', label: 'Integrators', text: 'API keys, webhooks and traffic of connected systems.' },
  { to: '/events', label: 'Events', text: 'The event log, newest first.' },
] as const;

/** Pages for roles without reports, such as Support and Operator. */
function Shortcuts() {
  const mayOpen = useMayOpen();
  return (
    <Panel title="Go to">
      <ul className="shortcuts">
        {SHORTCUTS.filter(({ to }) => mayOpen(to)).map(({ to, label, text }) => (
          <li key={to}>
            <Link to={to}>
              <T>{label}</T>
            </Link>
            <div className="quiet">
              <T>{text}</T>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The admin landing page (specification, Admin screens): the work of the administrator, the month and the year. */
export default function HomePage() {
  usePageTitle('Dashboard');
  // The page that was open when the last session ended.
  const [back] = useState(keptReturn);
  // React may discard a first rendering, so only one that is shown forgets the page.
  useEffect(() => {
    if (back !== null) dropReturn();
  }, [back]);
  const { permissions } = usePermissions<Record<string, string>>();
  const asOf = useAsOf();
  const may = (permission: string): boolean => Boolean(permissions?.[permission]);
  const mayAdjust = may('reports:see') && (may('policy:change') || may('promotions:change'));
  if (back !== null) return <Navigate replace to={back} />;
  return (
    <>
      <header className="page-head">
        <div>
          <T as="h1" values={{ fullName: whoAmI().fullName }}>
            {'Welcome, %{fullName}'}
          </T>
          <h2 className="home-heading">
            <T>Admin Functionalities</T>
          </h2>
          <Remark>Manage travel agents, campaigns and enquiries, and trace every figure back to its source.</Remark>
        </div>
        {mayAdjust && !asOf && <ActionButton label="ADJUST INCENTIVE AMOUNT" to="/reward-policy" variant="outlined" />}
      </header>
      {permissions && !may('reconciliation:run') && may('reports:see') && <ReconciliationAlert />}
      {may('reports:see') ? (
        <Glance inbox={!asOf && <InboxPanel />} />
      ) : (
        permissions && (
          <div className="panels">
            <InboxPanel />
            <Shortcuts />
          </div>
        )
      )}
    </>
  );
}
