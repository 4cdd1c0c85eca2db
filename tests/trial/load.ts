import { Agent, request } from 'node:https';

interface Calls {
  readonly made: number;
  readonly failed: readonly string[];
}

/** Two addresses of the proxy alternately, eight at once. Every answer except 200 counts as failed. */
export function load(port: number, token: string): { stop(): Promise<Calls> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });
  const paths = ['/', '/api/admin/reports/balances.csv'];
  const failed: string[] = [];
  let made = 0;
  let stopping = false;
  const call = (path: string): Promise<void> =>
    new Promise((resolve) => {
      const fail = (why: string) => {
        failed.push(`${path}: ${why}`);
        resolve();
      };
      const sent = request({ agent, port, path, headers: { authorization: `Bearer ${token}` } }, (response) => {
        response.resume();
        response.on('error', (error) => fail(error.message));
        response.on('end', () => (response.statusCode === 200 ? resolve() : fail(String(response.statusCode))));
      });
      sent.setTimeout(30_000, () => sent.destroy(new Error('no answer within 30 s')));
      sent.on('error', (error) => fail(error.message));
      sent.end();
    });
  const caller = async (): Promise<void> => {
    while (!stopping) {
      await call(paths[made++ % paths.length] as string);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const callers = Array.from({ length: 8 }, caller);
  return {
    async stop() {
      stopping = true;
      await Promise.all(callers);
      agent.destroy();
      return { made, failed };
    },
  };
}
