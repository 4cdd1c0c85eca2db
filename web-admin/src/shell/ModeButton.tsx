import Dark from '@mui/icons-material/DarkModeOutlined';
import Light from '@mui/icons-material/LightModeOutlined';
import { IconButton, useMediaQuery } from '@mui/material';
import { useTheme } from 'react-admin';
import { useSay } from '../i18n/use-say.ts';

/** Switches between light and dark. Until the first press the system setting applies. */
export function ModeButton() {
  const say = useSay();
  const system = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const [chosen, choose] = useTheme();
  const next = (chosen ?? system) === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      aria-label={say(next === 'dark' ? 'Use dark mode' : 'Use light mode')}
      color="inherit"
      onClick={() => choose(next)}
    >
      {next === 'dark' ? <Dark /> : <Light />}
    </IconButton>
  );
}
