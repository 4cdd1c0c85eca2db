import { Component, type ReactNode } from 'react';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { Page } from '../components/Page.tsx';
import { t } from '../i18n/t.tsx';
import { RouteEffects } from './RouteEffects.tsx';

interface Props {
  readonly children: ReactNode;
  /** Shown instead of the failed content; without it, nothing is shown. */
  readonly instead?: ReactNode;
  /** The visitor's location. A new location retries the failed content. */
  readonly at: string;
}

interface State {
  readonly at?: string;
  readonly hasFailed: boolean;
}

/** Error boundary: confines a failure (code that does not load, a page that does not render) to its children. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError = (): Partial<State> => ({ hasFailed: true });

  static getDerivedStateFromProps = ({ at }: Props, state: State): State | null =>
    at === state.at ? null : { at, hasFailed: false };

  override render(): ReactNode {
    return this.state.hasFailed ? (this.props.instead ?? null) : this.props.children;
  }
}

/** Replaces a page that failed to load or to render. Reloading is the fix for both, where there is one. */
export function ErrorFallback() {
  return (
    <Page title={t('We couldn’t load this page')}>
      <LoadFailed
        text={t('Check your connection and try again. Anything you’ve saved is safe.')}
        onRetry={() => window.location.reload()}
      />
      <RouteEffects title={t('Not loaded')} />
    </Page>
  );
}
