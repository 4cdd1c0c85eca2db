import { DialogActions, DialogContent, FormControlLabel, Switch } from '@mui/material';
import { ActionButton } from '../components/ActionButton.tsx';
import { HelpText } from '../components/texts.tsx';
import { DialogFrame } from '../form/FormDialog.tsx';
import { T, useTranslation } from '../i18n/T.tsx';
import { AREA_KEYS, useSingleKeys } from './use-keys.ts';
import './ShortcutsDialog.css';

const SHORTCUT_ROWS: readonly (readonly [keys: string, label: string])[] = [
  ['Ctrl K', 'Search everything'],
  ['/', 'Search this list'],
  ['←', 'Previous page or entry'],
  ['→', 'Next page or entry'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['a', 'Approve (on a request)'],
  ['r', 'Reject (on a request)'],
  ['Ctrl S', 'Save the open form'],
  ['?', 'Show this list'],
  ...Object.entries(AREA_KEYS).map(([key, { label }]) => [`g ${key}`, label] as const),
];

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslation();
  const [hasSingleKeys, setSingleKeys] = useSingleKeys();
  return (
    <DialogFrame onClose={onClose} title="Keyboard shortcuts">
      <DialogContent>
        <dl className="shortcut-list">
          {SHORTCUT_ROWS.map(([keys, label]) => (
            <div key={keys}>
              <T as="dt">{label}</T>
              <dd>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <FormControlLabel
          control={<Switch checked={hasSingleKeys} onChange={(_, isOn) => setSingleKeys(isOn)} />}
          label={translate('Single-key shortcuts')}
        />
        <HelpText>Switch them off if you use speech input. Ctrl K and Ctrl S stay.</HelpText>
      </DialogContent>
      <DialogActions>
        <ActionButton label="Close" autoFocus onClick={onClose} variant="contained" />
      </DialogActions>
    </DialogFrame>
  );
}
