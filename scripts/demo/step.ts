import type { Client } from './client.ts';
import type { DemoData } from './data/demo-data.ts';
import type { Marker } from './marker.ts';
import type { People } from './people.ts';

/** What an act works with. */
export interface Tools {
  readonly client: Client;
  readonly people: People;
  readonly marker: Marker;
  readonly data: DemoData;
}

/** One thing that happened in the programme's year, told by the calls that it took. */
export interface Act {
  /** By which a start after an interruption knows that it is done. */
  readonly key: string;
  readonly at: Date;
  /** What it changes. Acts about the same thing happen one after the other, in the order of their times. */
  readonly about: readonly string[];
  /** What it builds upon without changing it: it comes after what changed that before, and beside others that build on it. */
  readonly upon?: readonly string[];
  perform(tools: Tools): Promise<void>;
}

/** A part of the year as its acts, in any order. */
export type Step = (data: DemoData) => readonly Act[];
