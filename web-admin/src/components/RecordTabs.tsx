import { Box, Tab, Tabs } from '@mui/material';
import { Component, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { words } from '../format/format.ts';
import { useTranslation } from '../i18n/T.tsx';
import { ErrorNote } from './states.tsx';

/** Names of tabs in older addresses, and their present names. */
const FORMER_TABS: Readonly<Record<string, string>> = {
  excluded: 'left-out',
  'parked-keys': 'blocked-keys',
  replays: 'rebuilds',
};

/** `Blocked keys` → `blocked-keys`. Older addresses have the labels of tabs in place of their names. */
const asName = (tab: string): string => {
  const name = tab.toLowerCase().replaceAll(' ', '-');
  return FORMER_TABS[name] ?? name;
};

/**
 * The address names the open one under `tab`; by default the first. `tabs`: panels by tab name (`blocked-keys` is
 * labelled `Blocked keys`). A tab without a panel is left out.
 */
export function RecordTabs({ label, tabs }: { label: string; tabs: Readonly<Record<string, ReactNode>> }) {
  const translate = useTranslation();
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(tabs).filter((name) => tabs[name]);
  const asked = asName(search.get('tab') ?? '');
  const tab = names.find((name) => name === asked) ?? names[0] ?? '';
  const choose = (name: string) => {
    const asOf = search.get('asOf');
    setSearch({ ...(asOf && { asOf }), tab: name });
  };
  return (
    <>
      <Tabs
        aria-label={translate(label)}
        onChange={(_, name) => choose(name)}
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
            label={translate(words(name))}
            value={name}
          />
        ))}
      </Tabs>
      <Box aria-labelledby={`tab-${tab}`} component="section" id="tab-panel" role="tabpanel" sx={{ pt: 2 }}>
        <PanelBoundary key={tab}>{tabs[tab]}</PanelBoundary>
      </Box>
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
