import { Component, type ReactNode } from 'react';
import { ErrorNote } from './states.tsx';

/** Confines an error to its panel, so that the rest of the page stays usable. Requires a `key` per panel. */
export class PanelBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorNote
        error={{ message: 'This part of the page could not be shown.' }}
        onRetry={() => this.setState({ failed: false })}
      />
    );
  }
}
