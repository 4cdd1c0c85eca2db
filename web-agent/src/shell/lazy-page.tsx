import {
  type ComponentProps,
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { reloadOnStaleChunk } from './reload-on-stale-chunk.ts';

export type LazyPage = FunctionComponent & {
  /** Loads the page's code in advance: before prerendering and before hydration. */
  preload: () => Promise<void>;
};

/**
 * A loaded page renders at once, so a prerendered one hydrates without a fallback. Chosen at mount: switching between
 * the loaded and the lazy component later would lose the state.
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

/** A part of a page in its own chunk; shows nothing, or `fallback`, while the chunk loads. */
export function lazyPart<P extends object>(
  fetched: () => Promise<{ default: ComponentType<P> }>,
  fallback?: ReactNode,
) {
  const Lazy = lazy<ComponentType<P>>(() => fetched().catch(reloadOnStaleChunk));
  return (props: P) => (
    <Suspense fallback={fallback}>
      <Lazy {...(props as ComponentProps<typeof Lazy>)} />
    </Suspense>
  );
}
