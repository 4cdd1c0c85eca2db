import { watch } from 'node:fs';
import path from 'node:path';
import { pageTexts } from '@fynbos/api/server/page-texts.ts';
import { INITIAL_TERMS } from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import { createServer, type Plugin } from 'vite';
import { choosePort, StartRefused } from './ports.ts';
import { explain } from './run-in-foreground.ts';
import type { DevelopmentServers, RunningProcesses, SuperviseOptions } from './supervise.ts';

type Options = Omit<SuperviseOptions, 'terminal'>;

/** The folders with sources that restart the processes when they change. */
const SOURCES = ['services', 'projections'];
const NO_SOURCE = /(?:^|[/\\])(?:dist|node_modules)[/\\]|\.test\.ts$/;
/** Editors write several files at once; all of them belong to one restart. */
const RESTART_DEBOUNCE_MS = 100;

/**
 * `npm run dev`: a change below `services` or `projections` rebuilds and restarts the processes; Vite serves the web
 * apps. Throws `StartRefused` when no port is free.
 */
export async function reloading(options: Options): Promise<Options> {
  const portal = await choosePort(5173, { mayMove: true });
  const dashboard = portal === null ? null : await choosePort(portal + 1, { mayMove: true });
  if (portal === null || dashboard === null) throw new StartRefused('There is no free port for the web apps.');
  return {
    ...options,
    env: { PUBLIC_URL: `http://localhost:${portal}`, ...options.env },
    webApps: [],
    onReady: (running) => serve(options.root, running, { portal, dashboard }),
  };
}

async function serve(
  root: string,
  running: RunningProcesses,
  ports: { portal: number; dashboard: number },
): Promise<DevelopmentServers> {
  // The apps' own Vite configurations send their calls there.
  process.env.API_URL = running.apiUrl;
  const portalUrl = `http://localhost:${ports.portal}`;
  const dashboardUrl = `http://localhost:${ports.dashboard}`;
  const app = async (folder: string, port: number, proxy: Record<string, string>) => {
    const server = await createServer({
      configFile: path.join(root, folder, 'vite.config.ts'),
      plugins: [pageSettings(running.programme)],
      server: { port, strictPort: true, proxy, ws: { clientPort: port } },
      clearScreen: false,
      logLevel: 'warn',
    });
    return server.listen();
  };
  const servers = [
    // Both apps share one address, as in production: administrators sign in at the portal.
    await app('web-agent', ports.portal, { '/admin': dashboardUrl }),
    await app('web-admin', ports.dashboard, {}),
  ];
  const stopWatching = restartOnChange(root, running);
  return {
    webPages: { portal: `${portalUrl}/`, dashboard: `${portalUrl}/admin/` },
    async close() {
      stopWatching();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

/** Fills in the texts that the api writes into a page when it serves one. The policy is the first one. */
const pageSettings = (programme: Programme): Plugin => {
  const texts = pageTexts(programme, INITIAL_TERMS);
  return {
    name: 'page-settings',
    transformIndexHtml: (html) => html.replace(/__([A-Z_]+)__/g, (mark, name) => texts[name] ?? mark),
  };
};

/** Restarts the processes after each change of a source; a change during a restart causes another one. */
function restartOnChange(root: string, { terminal, restart }: RunningProcesses): () => void {
  let timer: NodeJS.Timeout | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let stopped = false;
  const run = async (): Promise<void> => {
    if (stopped) return;
    const began = Date.now();
    try {
      await restart();
      terminal.step('reload', `api, workers and reactors (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      if (!stopped) explain(error, terminal);
    }
  };
  const onChange = (_event: string, file: string | null): void => {
    if (file !== null && (NO_SOURCE.test(file) || !/\.(?:ts|sql|json)$/.test(file))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(run);
    }, RESTART_DEBOUNCE_MS);
  };
  const watchers = SOURCES.map((folder) => watch(path.join(root, folder), { recursive: true }, onChange));
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
