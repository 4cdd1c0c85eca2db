import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Shown instead of what could not be; nothing without it. */
  readonly instead?: ReactNode;
  /** What failed at one value of it is tried again at the next: where the visitor is. */
  readonly at: string;
}

interface State {
  readonly at?: string;
  readonly failed: boolean;
}

/** Keeps what fails (code that does not come, a page that cannot be drawn) from taking all around it away. */
export class Failsafe extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError = (): Partial<State> => ({ failed: true });

  static getDerivedStateFromProps = ({ at }: Props, state: State): State | null =>
    at === state.at ? null : { at, failed: false };

  override render(): ReactNode {
    return this.state.failed ? (this.props.instead ?? null) : this.props.children;
  }
}
