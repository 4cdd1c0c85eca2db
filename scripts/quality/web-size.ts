import { buildWebApp } from '../supervisor/web-build.ts';
import { root } from './checkout.ts';
import { command } from './command.ts';
import { type StepResult, verdict } from './step.ts';

/** Builds a web app if its sources changed and checks its size budget with its script `size`. */
export const webSize = (app: 'web-agent' | 'web-admin') => async (): Promise<StepResult> => {
  await buildWebApp(root, app, { onBuild: () => undefined, signal: AbortSignal.timeout(900_000) });
  const { code, output } = await command('npm', ['run', '--silent', 'size', '--workspace', app]);
  return verdict(code === 0, output);
};
