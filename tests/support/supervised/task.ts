import { runService } from '@fynbos/platform/service-process.ts';

await runService('demo', async () => ({ stop: async () => undefined }));
process.exit(0);
