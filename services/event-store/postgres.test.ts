import { ownPostgres } from '../../tests/support/own-postgres.ts';
import { eventStoreContract } from './testing/contract/suite.ts';
import { transactionsContract } from './testing/contract/transactions.ts';
import { openPostgresSubject } from './testing/postgres-subject.ts';

eventStoreContract('Postgres', () => openPostgresSubject('appenders'), transactionsContract);

// The fallback is held back by every write in its cluster, those of other suites included: it gets a cluster of its own.
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
