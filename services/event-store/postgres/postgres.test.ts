import { eventStoreContract } from '../testing/contract/suite.ts';
import { transactionsContract } from '../testing/contract/transactions.ts';
import { openPostgresSubject } from '../testing/postgres-subject.ts';

eventStoreContract('Postgres', openPostgresSubject, transactionsContract);
