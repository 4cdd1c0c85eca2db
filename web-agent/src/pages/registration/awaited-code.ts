import type { CommunicationMethod } from '../../api/types.ts';

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
  try {
    sessionStorage.setItem(KEY, JSON.stringify(awaited));
  } catch {
    // Without storage, the page remembers it until it is left.
  }
  return awaited;
}

export function awaitedCode(): Awaited | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Awaited | null;
  } catch {
    return null;
  }
}

export function dropAwaited(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
