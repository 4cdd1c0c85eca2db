import { createContext, useContext } from 'react';
import { usePermissions } from 'react-admin';

const Needed = createContext<(to: string) => string | undefined>(() => undefined);

/** Tells the pages within which permission an address needs: the registry knows it, and no page can import that. */
export const PermissionsOfPages = Needed.Provider;

/** Whether the signed-in admin may open an address of the dashboard: for links that would lead some of them to a refusal. */
export function useMayOpen(): (to: string) => boolean {
  const { permissions } = usePermissions<Record<string, string>>();
  const needed = useContext(Needed);
  return (to) => {
    const permission = needed(to);
    return permission === undefined || Boolean(permissions?.[permission]);
  };
}
