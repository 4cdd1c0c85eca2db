import { type ComponentType, type FunctionComponent, lazy, useState } from 'react';
import { reloadOnStaleChunk } from './reload-on-stale-chunk.ts';

export type LazyPage = FunctionComponent & {
  /** Loads the page's code in advance: before prerendering and before hydration. */
  preload: () => Promise<void>;
};

/**
 * A page in its own chunk. A loaded page renders at once, so a prerendered page hydrates without a fallback.
 * The choice between the loaded and the lazy component is made at mount: switching later would lose the state.
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
