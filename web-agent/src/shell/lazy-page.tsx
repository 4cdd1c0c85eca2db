import { type ComponentType, type FunctionComponent, lazy, useState } from 'react';
import { reloadOnStaleChunk } from './reload-on-stale-chunk.ts';

export type LazyPage = FunctionComponent & {
  /** Loads the page's code ahead: before prerendering, before hydration. */
  preload: () => Promise<void>;
};

/**
 * A page in a chunk of its own. Once loaded it renders at once, so a prerendered page hydrates without a fallback;
 * which of the two is chosen at mount, lest the state be lost when loading ends.
 */
export function lazyPage(fetched: () => Promise<{ default: ComponentType }>): LazyPage {
  const load = () => fetched().catch(reloadOnStaleChunk);
  let loaded: ComponentType | undefined;
  const Lazy = lazy(load);
  function Page() {
    const [Chosen] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Chosen />;
  }
  Page.preload = async () => {
    loaded = (await load()).default;
  };
  return Page;
}
