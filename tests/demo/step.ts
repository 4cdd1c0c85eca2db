import type { Client } from './client.ts';
import type { DemoData } from './data/demo-data.ts';
import type { Marker } from './marker.ts';
import type { People } from './people.ts';

/** Context of an act. */
export interface Tools {
  readonly client: Client;
  readonly people: People;
  readonly marker: Marker;
  readonly data: DemoData;
}

/** One step of the demo's year with its calls. */
export interface Act {
  /** Unique key; marked when the act is done. */
  readonly key: string;
  readonly at: Date;
  /** Subjects that it changes. Acts about the same subject run one after the other, in the order of their times. */
  readonly about: readonly string[];
  /** Subjects that it reads: it runs after earlier changes of them, in parallel with other readers. */
  readonly upon?: readonly string[];
  perform(tools: Tools): Promise<void>;
}

/** Creates the acts of one part of the year, in any order. */
export type Step = (data: DemoData) => readonly Act[];
