/** Accepts a job of the queue in argv[2] and never finishes it, until it is killed. Settings: JSON in argv[3]. */
import { createLogger } from '../logger.ts';
import { createQueues } from '../queue/queue.ts';

const [name = '', settings = '{}'] = process.argv.slice(2);
const queues = await createQueues({ ...JSON.parse(settings), logger: createLogger('test', { level: 'silent' }) });
queues.worker(name, async () => {
  process.stdout.write('taken\n');
  await new Promise(() => undefined);
});
