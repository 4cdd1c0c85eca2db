import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { agedMib } from '../../../tests/support/retained-heap.ts';
import { EventLog } from '../event-log.ts';
import type { RecordedEvent } from '../port.ts';
import { memoryEventStore } from './memory.ts';

/**
 * Heap that decoding 50 pages of 1,000 events leaves, in MiB. In a process of its own: next to objects that lived long,
 * V8 allocates others in the old generation too.
 */
const log = new EventLog({ store: memoryEventStore(), keys: memoryKeyRing() });
const opened = { type: 'Opened', data: { at: 1, personal: { name: 'Thandi' } } };
const context = {
  actor: { kind: 'agent', id: '7' },
  now: new Date('2026-03-01T10:00:00Z'),
  correlationId: 'c-1',
} as const;
await log.append([{ stream: await log.readStream('agent-7'), events: [opened], context }]);
const [event] = (await log.store.readStream('agent-7')) as [RecordedEvent];
const page = Array.from({ length: 1_000 }, () => event);
const aged = await agedMib(async () => {
  for (let n = 0; n < 50; n++) await log.codec.decode(page);
});
process.stdout.write(`${aged}\n`);
