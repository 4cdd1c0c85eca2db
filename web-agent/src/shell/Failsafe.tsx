import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Shown instead of the failed content; without it, nothing is shown. */
  readonly instead?: ReactNode;
  /** The visitor's location. A new location retries the failed content. */
  readonly at: string;
}

interface State {
  readonly at?: string;
  readonly failed: boolean;
}

/** Error boundary: confines a failure (code that does not load, a page that does not render) to its children. */
export class Failsafe extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError = (): Partial<State> => ({ failed: true });

  static getDerivedStateFromProps = ({ at }: Props, state: State): State | null =>
    at === state.at ? null : { at, failed: false };

  override render(): ReactNode {
    return this.state.failed ? (this.props.instead ?? null) : this.props.children;
  }
}
