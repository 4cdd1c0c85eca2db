import { until } from '../../services/api/testing/until.ts';

/** Waits until every read model has reached the end of the log. Throws after three minutes. */
export const caughtUp = (url: string): Promise<boolean> =>
  until(async () => {
    const { readModels = [] } = (await (await fetch(`${url}/readyz`)).json()) as {
      readModels?: { caughtUp: boolean }[];
    };
    return readModels.length > 0 && readModels.every((one) => one.caughtUp);
  }, 180_000);
