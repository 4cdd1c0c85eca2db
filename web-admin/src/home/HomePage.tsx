import { Button } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { usePermissions } from 'react-admin';
import { Link, Navigate } from 'react-router-dom';
import { takeReturn, whoAmI } from '../api/session.ts';
import { ReconciliationAlert } from '../finance/ReconciliationAlert.tsx';
import { T } from '../i18n/T.tsx';
import { Waiting } from '../record/states.tsx';
import { useMayOpen } from '../record/use-may-open.ts';
import { usePageTitle } from '../record/use-page-title.ts';
import { loadPage } from '../shell/load-page.ts';
import './home.css';

const Glance = lazy(() => loadPage(() => import('./Glance.tsx')));

/** The admin landing page (specification, Admin screens), with a summary of the month and the year below it. */
export default function HomePage() {
  usePageTitle('Dashboard');
  // The page that was open when the last session ended.
  const [back] = useState(takeReturn);
  const { permissions } = usePermissions<Record<string, string>>();
  const mayOpen = useMayOpen();
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
        {mayOpen('/reward-policy') && (
          <Button component={Link} to="/reward-policy" variant="outlined">
            <T>ADJUST INCENTIVE AMOUNT</T>
          </Button>
        )}
      </header>
      {permissions?.['reports:see'] && (
        <>
          <ReconciliationAlert />
          <Suspense fallback={<Waiting rows={8} />}>
            <Glance />
          </Suspense>
        </>
      )}
    </>
  );
}
