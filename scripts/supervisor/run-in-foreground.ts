import { InvalidSettings } from '@fynbos/platform/config/config.ts';
import { ConfigurationError } from '@fynbos/platform/config/configuration-error.ts';
import { EXIT_CONFIGURATION_ERROR } from '@fynbos/platform/service-process.ts';
import { ChildFailed } from './child.ts';
import { type SuperviseOptions, supervise } from './supervise.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** Ends this process afterwards: 0 after a signal, 1 after an error, 78 for invalid settings. A second Ctrl-C kills. */
export async function runInForeground(options: Omit<SuperviseOptions, 'terminal'>): Promise<void> {
  const terminal = createTerminal();
  terminal.title('Fynbos Rewards');
  const product = supervise({ ...options, terminal });
  let stoppingSinceMs = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSinceMs === 0) {
      stoppingSinceMs = Date.now();
      terminal.plain('\n  Stopping… press Ctrl-C again to force quit.');
      void product.stop().then(() => {
        terminal.plain('  Stopped.');
        process.exit(0);
      });
      // One Ctrl-C may arrive twice (npm forwards it), and a closing terminal sends several signals.
    } else if (signal === 'SIGINT' && Date.now() - stoppingSinceMs > 500) product.kill();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // After SIGHUP the terminal is gone while the processes are still stopping.
  process.stdout.on('error', () => undefined);
  try {
    await product.started;
  } catch (error) {
    if (stoppingSinceMs > 0) return;
    explain(error, terminal);
    await product.stop();
    process.exit(error instanceof ConfigurationError ? EXIT_CONFIGURATION_ERROR : 1);
  }
}

/** Prints an error of the start or of a restart. */
export function explain(error: unknown, terminal: Terminal): void {
  if (error instanceof InvalidSettings) {
    for (const problem of error.problems) terminal.fail(problem);
  } else if (error instanceof ChildFailed) {
    terminal.fail([`${error.message}. Its last output:`, ...error.lines].join('\n'));
  } else {
    terminal.fail(error instanceof Error ? error.message : String(error));
  }
}
