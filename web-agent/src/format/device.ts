import { serverText, t } from '../i18n/t.tsx';

/** A device as the server names it, `Chrome on Android`, in the language of the page. */
export function deviceText(device: string): string {
  const [browser = '', system] = device.split(' on ');
  return system ? t('%{browser} on %{system}', { browser, system }) : serverText(device);
}
