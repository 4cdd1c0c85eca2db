import { type Identifier, useGetOne } from 'react-admin';

/** The record that a field, a filter or an address names. `id`: empty without one. Undefined until it arrives. */
export const useChosenRecord = (resource: string, id: Identifier) =>
  useGetOne(resource, { id }, { enabled: id !== '' }).data;
