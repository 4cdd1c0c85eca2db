import type { CommunicationMethod } from '../../api/types.ts';
import { parsed, tab } from '../../session/storage.ts';

const KEY = 'fynbos.registered';

/** A registration that was sent and still needs its one-time password. */
export interface Awaited {
  readonly emailAddress: string;
  readonly cellNumber: string;
  readonly communicationMethod: CommunicationMethod;
}

/** Remembers it in this tab, so that the code can be entered after a reload or a cancelled dialog. */
export function keepAwaited({ emailAddress, cellNumber, communicationMethod }: Awaited): Awaited {
  const awaited = { emailAddress, cellNumber, communicationMethod };
  tab.write(KEY, JSON.stringify(awaited));
  return awaited;
}

export const awaitedCode = (): Awaited | null => parsed(tab.read(KEY));

export const dropAwaited = (): void => tab.remove(KEY);
