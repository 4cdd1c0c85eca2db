import os from 'node:os';

/**
 * Makes this process give way, where both want a processor, to those that people wait for (docs/decisions/0184). It still
 * gets a tenth of what they get. Where the system refuses, nothing changes.
 */
export function giveWay(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Everything is as right as before, only less quick under load.
  }
}
