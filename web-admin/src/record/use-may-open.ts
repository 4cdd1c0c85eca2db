import { createContext, useContext } from 'react';
import { usePermissions } from 'react-admin';

const Needed = createContext<(to: string) => string | undefined>(() => undefined);

/** Provides the lookup of the permission that an address requires. Pages cannot import the registry, which has it. */
export const PermissionsOfPages = Needed.Provider;

/** Returns a check whether the signed-in admin may open an address, to avoid links that lead to a refusal. */
export function useMayOpen(): (to: string) => boolean {
  const { permissions } = usePermissions<Record<string, string>>();
  const needed = useContext(Needed);
  return (to) => {
    const permission = needed(to);
    return permission === undefined || Boolean(permissions?.[permission]);
  };
}
