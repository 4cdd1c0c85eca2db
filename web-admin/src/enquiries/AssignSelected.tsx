import { required, SelectInput, useListContext } from 'react-admin';
import { call } from '../api/http.ts';
import { BulkDialog } from '../list/BulkDialog.tsx';
import { SelectionBar } from '../list/Selection.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import type { Enquiry } from './enquiry.tsx';
import { usePeople } from './people.ts';

/** Assigns the selected enquiries to one person. */
export function AssignSelected() {
  const { selectedIds, data = [] } = useListContext<Enquiry>();
  const { people, nameOf } = usePeople();
  const chosen = data.filter(({ id }) => selectedIds.includes(id));
  if (chosen.length === 0) return null;
  return (
    <SelectionBar>
      <ActionButton
        label="Assign"
        dialog={(close) => (
          <BulkDialog<Enquiry, { assignedTo: number | '' }>
            action="Assign"
            done="%{count} enquiry assigned. |||| %{count} enquiries assigned."
            effectOf={({ referenceNumber, assignedTo, status }) =>
              status === 'Resolved'
                ? { name: referenceNumber, effect: 'stays unchanged: resolved.', isSkipped: true }
                : {
                    name: referenceNumber,
                    effect:
                      assignedTo === null
                        ? 'not assigned yet'
                        : ['assigned to %{name} now', { name: nameOf(assignedTo) ?? '' }],
                  }
            }
            items={chosen}
            onClose={close}
            run={({ id, version }, { assignedTo }) =>
              call('PUT', `contact-support/${id}`, { assignedTo }, { 'If-Match': String(version) })
            }
            title="Assign the selected enquiries"
            values={{ assignedTo: '' }}
          >
            <SelectInput
              choices={people.map(({ id, name }) => ({ id, name }))}
              label="Assign to"
              source="assignedTo"
              validate={required('Choose a person.')}
            />
          </BulkDialog>
        )}
        size="small"
        variant="contained"
      />
    </SelectionBar>
  );
}
