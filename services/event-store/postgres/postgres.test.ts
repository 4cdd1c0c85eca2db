import { ownPostgres } from '../../../tests/support/own-postgres.ts';
import { eventStoreContract } from '../testing/contract/suite.ts';
import { transactionsContract } from '../testing/contract/transactions.ts';
import { openPostgresSubject } from '../testing/postgres-subject.ts';

eventStoreContract('Postgres', () => openPostgresSubject('appenders'), transactionsContract);

// Every write in its cluster delays the fallback, including writes of other suites, so it gets its own cluster.
async function onItsOwnServer() {
  const server = await ownPostgres();
  const subject = await openPostgresSubject('xmin', server.url);
  return {
    ...subject,
    close: async () => {
      await subject.close();
      await server.stop();
    },
  };
}

eventStoreContract('Postgres with the fallback horizon', onItsOwnServer, transactionsContract);
