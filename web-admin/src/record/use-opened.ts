import { useState } from 'react';

/**
 * The record as it was when the form opened, whatever is fetched meanwhile: its version goes with the save, so that a change
 * that the form never showed is not overwritten.
 */
export function useOpened<Item>(record: Item): Item {
  const [opened] = useState(record);
  return opened;
}
