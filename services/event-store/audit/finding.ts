import { z } from 'zod';
import type { Position } from '../port.ts';

/** A verification failure. It identifies events but never contains their data. */
export const finding = z.object({
  kind: z.enum(['edited', 'removed', 'inserted', 'reordered', 'checkpoint']),
  streamId: z.string(),
  /** Of the event that was recorded there, or that is there now. */
  revision: z.int(),
  /** Null if the event is missing. */
  eventId: z.string().nullable(),
  position: z.string().nullable(),
  /** Description for people. */
  what: z.string(),
});
export type Finding = Readonly<z.output<typeof finding>>;
export type FindingKind = Finding['kind'];

/** Maximum number of findings listed. Further findings are only counted. */
export const MAX_LISTED_FINDINGS = 100;

export class Findings {
  readonly named: Finding[] = [];
  count = 0;

  /** Adds a finding at a revision of a stream; `event` is the event that is there, if one is. */
  add(
    kind: FindingKind,
    { streamId, revision }: Pick<Finding, 'streamId' | 'revision'>,
    what: string,
    event?: { readonly id: string | null; readonly position: Position },
  ): void {
    const { id: eventId, position } = event ?? { id: null, position: null };
    this.count++;
    if (this.named.length < MAX_LISTED_FINDINGS) this.named.push({ kind, streamId, revision, eventId, position, what });
  }
}
