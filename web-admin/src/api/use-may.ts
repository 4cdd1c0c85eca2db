import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { createContext, useContext } from 'react';
import { usePermissions } from 'react-admin';

/** Whether an admin holds a permission, alone or with an approval. True without a permission to check. */
export type May = (permission: Permission | undefined) => boolean;

/** Returns a check of the permissions of the signed-in admin; each is missing until they are loaded. */
export function useMay(): May {
  const { permissions } = usePermissions<Partial<Record<Permission, string>>>();
  return (permission) => permission === undefined || Boolean(permissions?.[permission]);
}

const PermissionOfPath = createContext<(to: string) => Permission | undefined>(() => undefined);

/** Provides the lookup of the permission that an address requires. Pages cannot import the registry, which has it. */
export const PermissionsOfPages = PermissionOfPath.Provider;

/** Returns a check whether the signed-in admin may open an address, to avoid links that lead to a refusal. */
export function useMayOpen(): (to: string) => boolean {
  const may = useMay();
  const needed = useContext(PermissionOfPath);
  return (to) => may(needed(to));
}
