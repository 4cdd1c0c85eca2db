import { reloadOnStaleChunk } from '@fynbos/web-agent/src/shell/reload-on-stale-chunk.ts';
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';
import { pause } from './http.ts';

/** Pauses before each further attempt, in milliseconds: about a minute in total. */
const RETRY_DELAYS_MS = [300, 700, 1_500, 3_000, 5_000, 8_000, 12_000, 15_000, 15_000] as const;

const serverAnswers = (): Promise<boolean> =>
  fetch('/admin/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Retries while the server is unreachable, so that a restart of the API never shows the browser's own error page. A
 * chunk that is missing on a reachable server belongs to an earlier release: the page reloads once.
 */
export async function loadPage<Module>(
  load: () => Promise<Module>,
  pauses: readonly number[] = RETRY_DELAYS_MS,
): Promise<Module> {
  for (const ms of pauses) {
    try {
      return await load();
    } catch {
      if (await serverAnswers()) return load().catch(reloadOnStaleChunk);
      await pause(ms);
    }
  }
  return load();
}

/** A part of a page that loads when it is first shown. `fallback` keeps its place until then. */
export function lazily<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(() => loadPage(load));
  return (props) => createElement(Suspense, { fallback }, createElement(Part, props));
}
