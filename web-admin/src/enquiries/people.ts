import type { Assignee as Person } from '@fynbos/api/enquiries/answers.ts';

export type { Assignee as Person } from '@fynbos/api/enquiries/answers.ts';

import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import type { Wording } from '../i18n/wording.ts';

/** The possible assignees, and the name of an assignee by id. */
export function usePeople(): { people: readonly Person[]; nameOf: (id: number | null) => Wording | null } {
  const { data = [] } = useQuery({
    queryKey: ['enquiry-people'],
    queryFn: ({ signal }) => get<Person[]>('enquiry-people', signal),
  });
  const nameOf = (id: number | null): Wording | null =>
    id === null ? null : (data.find((person) => person.id === id)?.name ?? ['Administrator %{id}', { id }]);
  return { people: data, nameOf };
}
