import type { RunningApp } from './running-app.ts';

/** Returns the recorded downloads of files with full numbers, in order. */
export async function filesTaken({ services }: RunningApp): Promise<readonly { file: string; of: string }[]> {
  const { events } = await services.store.readAll({ filter: { types: ['FileOfNumbersTaken'] }, limit: 1_000 });
  return events.map(({ data }) => {
    const { file, of } = data as { file: string; of: string };
    return { file, of };
  });
}
