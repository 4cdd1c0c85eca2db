import { eventStoreContract } from './contract/suite.ts';
import { memoryEventStore } from './memory.ts';
import { withDefaults } from './with-defaults.ts';

eventStoreContract('memory', async () => {
  const store = memoryEventStore();
  // There is no connection to cut.
  return { store, other: store, cut: async () => undefined, close: () => store.close() };
});

eventStoreContract('an adapter without the optional capabilities', async () => {
  const { appendMany, readStream, readStreams, readEvent, readAll, head, agesOf, close } = memoryEventStore();
  const store = withDefaults({
    appendMany,
    readStream,
    readStreams,
    readEvent,
    readAll,
    head,
    agesOf,
    close,
  });
  return { store, other: store, cut: async () => undefined, close };
});
