import { eventStoreContract } from './contract.ts';
import { memoryEventStore } from './memory.ts';

eventStoreContract('memory', async () => {
  const store = memoryEventStore();
  // Nothing is connected, so a cut is nothing.
  return { store, other: store, cut: async () => undefined, close: () => store.close() };
});
