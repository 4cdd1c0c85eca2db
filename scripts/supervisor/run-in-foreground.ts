import { ConfigError } from '@fynbos/platform/config.ts';
import { exitConfig } from '@fynbos/platform/service-process.ts';
import { ChildFailed } from './child.ts';
import { StartRefused } from './start-refused.ts';
import { type SuperviseOptions, supervise } from './supervise.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/**
 * Runs the product until a signal ends it, and ends this process: code 0 after a signal, 1 when something went wrong,
 * 78 when the environment cannot be used. The first Ctrl-C stops in order, a second one at once.
 */
export async function runInForeground(options: Omit<SuperviseOptions, 'terminal'>): Promise<void> {
  const terminal = createTerminal();
  terminal.title('Fynbos Rewards');
  const product = supervise({ ...options, terminal });
  let stoppingSince = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSince === 0) {
      stoppingSince = Date.now();
      terminal.plain('\n  Stopping; once more stops at once.');
      void product.stop().then(() => {
        terminal.plain('  Stopped.');
        process.exit(0);
      });
      // One Ctrl-C may come twice (npm passes it on), and a closing terminal sends several signals.
    } else if (signal === 'SIGINT' && Date.now() - stoppingSince > 500) product.kill();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The terminal may be gone (SIGHUP) while we still stop what we started.
  process.stdout.on('error', () => undefined);
  try {
    await product.started;
  } catch (error) {
    if (stoppingSince > 0) return;
    explain(error, terminal);
    await product.stop();
    process.exit(error instanceof ConfigError ? exitConfig : 1);
  }
}

function explain(error: unknown, terminal: Terminal): void {
  if (error instanceof ConfigError) {
    for (const problem of error.problems) terminal.fail(problem);
  } else if (error instanceof StartRefused) {
    terminal.fail(error.message);
  } else if (error instanceof ChildFailed) {
    terminal.fail([`${error.message}. The last it said:`, ...error.lines].join('\n'));
  } else {
    terminal.fail(error instanceof Error ? error.message : String(error));
  }
}
