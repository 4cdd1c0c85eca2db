import { eventStoreContract } from './contract/suite.ts';
import { memoryEventStore } from './memory.ts';

eventStoreContract('memory', async () => {
  const store = memoryEventStore();
  // There is no connection to cut.
  return { store, other: store, cut: async () => undefined, close: () => store.close() };
});
