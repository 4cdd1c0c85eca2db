/** Calls that wait for a new sign-in. Not empty exactly while the session has ended and the dialog is open. */
let waiting: (() => void)[] = [];
let listeners: (() => void)[] = [];

const changed = (): void => {
  for (const listener of listeners) listener();
};

/** Resolves after the administrator has signed in again in the dialog over the page. */
export function signedInAgain(): Promise<void> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    changed();
  });
}

/** Resumes the calls that wait for a new sign-in. */
export function resumeCalls(): void {
  const calls = waiting;
  waiting = [];
  changed();
  for (const resume of calls) resume();
}

export const sessionEndedStore = {
  subscribe(listener: () => void): () => void {
    listeners = [...listeners, listener];
    return () => {
      listeners = listeners.filter((each) => each !== listener);
    };
  },
  read: (): boolean => waiting.length > 0,
};
