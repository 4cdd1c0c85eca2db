import { rm } from 'node:fs/promises';
import { backUp, restore } from './backup.ts';
import {
  checkHardening,
  killEach,
  memory,
  misconfigure,
  remove,
  repeatUpdate,
  startTimes,
  update,
} from './containers.ts';
import { available, docker, inspect, missing } from './engine.ts';
import { asRoot, env, folder, image, installation, UP } from './installation.ts';
import { HAPROXY, startProxy } from './proxy.ts';
import { compareReports, importProgramme } from './reports.ts';
import { check, counts, skip, step } from './step.ts';

/**
 * `npm run trial:compose`: docker-compose.yml from build to removal, as a separate project (docs/deployment.md).
 * Skipped without an engine or images.
 */
async function trial(): Promise<void> {
  await step('build', async () => {
    await installation.compose('build');
    const bytes = Number(await inspect(image(), '{{.Size}}'));
    check(bytes < 350e6, `the image has ${Math.round(bytes / 1e6)} MB, 350 MB is the limit`);
    return `${Math.round(bytes / 1e6)} MB`;
  });
  await step('up --wait, two api, two workers', async () => {
    await installation.compose(...UP);
    return '';
  });
  await step('an unchanged up --build restarts nothing', async () => {
    const before = await startTimes();
    await installation.compose(...UP, '--build');
    check((await startTimes()) === before, 'containers were replaced');
    return '';
  });
  await step('users, capabilities, limits, volumes', checkHardening);
  await step('import of programme-60', importProgramme);
  await step('reports', compareReports);
  await step('memory', memory);
  await step('kill each process', killEach);
  await step('reports after the kills', compareReports);
  await step('configuration error', misconfigure);
  if (await available(HAPROXY)) {
    await step('proxy', startProxy);
    await step('update behind the proxy', update);
    await step('update again', repeatUpdate);
  } else skip('update behind the proxy', `the image ${HAPROXY} is not available`);
  await step('backup', backUp);
  await step('down, restore, reports', restore);
  await step('verify-audit', async () => {
    const verify = ['node', '--import', 'tsx', 'scripts/verify-audit.ts'];
    const output = await installation.compose('exec', '-T', 'reactors', ...verify);
    check(output.includes('INTACT') && !output.includes('NOT INTACT'), output);
    return output.match(/.*INTACT.*/)?.[0] ?? '';
  });
  await step('down', remove);
}

const reason = await missing(env);
const keep = (): boolean => counts.failed > 0 && process.env.TRIAL_KEEP === '1';
if (reason) skip('trial', reason);
else {
  const tags = [image(), `${image()}-next`];
  await trial().catch(() => undefined);
  if (keep()) console.log(`kept: project ${env.COMPOSE_PROJECT_NAME}, ${folder}`);
  else {
    if (counts.failed > 0) await remove().catch((error: Error) => console.log(error.message));
    await asRoot([`${folder}:/folder`], 'rm -rf /folder/*').catch(() => undefined);
    for (const tag of tags) await docker('image', 'rm', tag).catch(() => undefined);
  }
}
if (!keep()) await rm(folder, { recursive: true, force: true });
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;
