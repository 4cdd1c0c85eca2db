import { Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { usePermissions } from 'react-admin';
import { Link, Navigate } from 'react-router-dom';
import { dropReturn, keptReturn, whoAmI } from '../api/session.ts';
import { T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { ReconciliationAlert } from '../reconciliation/ReconciliationAlert.tsx';
import { usePageTitle } from '../record/use-page-title.ts';
import { Glance } from './Glance.tsx';
import { InboxPanel } from './InboxPanel.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import './home.css';

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
          <h1>
            <T values={{ fullName: whoAmI().fullName }}>{'Welcome, %{fullName}'}</T>
          </h1>
          <h2 className="home-heading">
            <T>Admin Functionalities</T>
          </h2>
          <p className="quiet">
            <T>Manage travel agents, campaigns and enquiries, and trace every figure back to its source.</T>
          </p>
        </div>
        {mayAdjust && !asOf && (
          <Button component={Link} to="/reward-policy" variant="outlined">
            <T>ADJUST INCENTIVE AMOUNT</T>
          </Button>
        )}
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
