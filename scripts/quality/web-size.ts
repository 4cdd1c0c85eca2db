import { buildWebApp } from '../supervisor/web-build.ts';
import { command, root } from './command.ts';
import { type StepResult, verdict } from './step.ts';

/** Builds a web app where its sources changed and holds it against its budget, by its own script `size`. */
export const webSize = (app: 'web-agent' | 'web-admin') => async (): Promise<StepResult> => {
  await buildWebApp(root, app, { onBuild: () => undefined, signal: AbortSignal.timeout(180_000) });
  const { code, output } = await command('npm', ['run', '--silent', 'size', '--workspace', app]);
  return verdict(code === 0, output);
};
