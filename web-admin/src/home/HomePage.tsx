import { reloadOnStaleChunk } from '@fynbos/web-agent/src/shell/reload-on-stale-chunk.ts';
import { Button } from '@mui/material';
import { lazy, Suspense } from 'react';
import { Title, usePermissions } from 'react-admin';
import { Link } from 'react-router-dom';
import { whoAmI } from '../api/session.ts';
import { ReconciliationAlert } from '../finance/ReconciliationAlert.tsx';
import { T } from '../i18n/T.tsx';
import { Waiting } from '../record/states.tsx';
import { useMayOpen } from '../record/use-may-open.ts';
import './home.css';

const Glance = lazy(() => import('./Glance.tsx').catch(reloadOnStaleChunk));

/** The admin landing (specification, Admin screens), with the month and the year at a glance below it. */
export default function HomePage() {
  const { permissions } = usePermissions<Record<string, string>>();
  const mayOpen = useMayOpen();
  return (
    <>
      <Title title="Dashboard" />
      <header className="page-head">
        <div>
          <h1>
            <T values={{ fullName: whoAmI().fullName }}>{'Welcome, %{fullName}'}</T>
          </h1>
          <h2 className="home-heading">
            <T>Admin Functionalities</T>
          </h2>
          <p className="quiet">
            <T>Manage travel agents, campaigns and enquiries, and follow every figure to what it rests on.</T>
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
