import { usePermissions } from 'react-admin';
import { permissionFor } from '../registry.ts';

/** Whether the signed-in admin may open an address of the dashboard: for links that would lead some of them to a refusal. */
export function useMayOpen(): (to: string) => boolean {
  const { permissions } = usePermissions<Record<string, string>>();
  return (to) => {
    const permission = permissionFor(to);
    return permission === undefined || Boolean(permissions?.[permission]);
  };
}
