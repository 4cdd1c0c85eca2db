import type { Assignee as Person } from '@fynbos/api/enquiries/answers.ts';
import { useRead } from '../record/use-read.tsx';

export type { Assignee as Person } from '@fynbos/api/enquiries/answers.ts';

import type { Wording } from '../i18n/wording.ts';

/** The possible assignees, and the name of an assignee by id. */
export function usePeople(): { people: readonly Person[]; nameOf: (id: number | null) => Wording | null } {
  const { data = [] } = useRead<Person[]>('enquiry-people');
  const nameOf = (id: number | null): Wording | null =>
    id === null ? null : (data.find((person) => person.id === id)?.name ?? ['Administrator %{id}', { id }]);
  return { people: data, nameOf };
}
