import { useState } from 'react';

/**
 * Returns the record as it was when the form opened, ignoring later fetches. The save sends its version, so that it
 * cannot overwrite a change that the form never showed.
 */
export function useOpened<Item>(record: Item): Item {
  const [opened] = useState(record);
  return opened;
}
