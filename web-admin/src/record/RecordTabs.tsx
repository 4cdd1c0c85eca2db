import { Tab, Tabs } from '@mui/material';
import { Component, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSay } from '../i18n/T.tsx';
import { ErrorNote } from './states.tsx';

/** Keeps the open tab of a record in the URL under `tab`. Default: the first tab. */
export function useTab<Name extends string>(names: readonly [Name, ...Name[]]): [Name, (name: Name) => void] {
  const [search, setSearch] = useSearchParams();
  const tab = names.find((name) => name === search.get('tab')) ?? names[0];
  const choose = (name: Name) =>
    setSearch((before) => {
      const next = new URLSearchParams();
      const asOf = before.get('asOf');
      if (asOf) next.set('asOf', asOf);
      next.set('tab', name);
      return next;
    });
  return [tab, choose];
}

/** The tabs of a record with their panel. */
export function RecordTabs<Name extends string>({
  label,
  names,
  tab,
  onChoose,
  children,
}: {
  label: string;
  names: readonly Name[];
  tab: Name;
  onChoose: (name: Name) => void;
  children: ReactNode;
}) {
  const say = useSay();
  return (
    <>
      <Tabs
        aria-label={say(label)}
        onChange={(_, name) => onChoose(name as Name)}
        // Tabs fit a desktop, and a phone scrolls them by touch. The buttons would move them away from the edge.
        scrollButtons={false}
        value={tab}
        variant="scrollable"
      >
        {names.map((name) => (
          <Tab
            aria-controls={tab === name ? 'tab-panel' : undefined}
            id={`tab-${name}`}
            key={name}
            label={say(name)}
            value={name}
          />
        ))}
      </Tabs>
      <section aria-labelledby={`tab-${tab}`} className="tab-panel" id="tab-panel" role="tabpanel">
        <PanelBoundary key={tab}>{children}</PanelBoundary>
      </section>
    </>
  );
}

/** Confines an error to its panel, so that the rest of the page stays usable. Requires a `key` per panel. */
class PanelBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
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
