import { type RaRecord, useGetManyAggregate } from 'react-admin';
import { type Named, personName } from './people.ts';

/** `agent 7`, `Agents 7 and 8`: stored texts name agents by number, because names are personal data. */
const AGENTS = /\b[Aa]gents? (\d+(?:(?:, | and )\d+)*)/;

/** Splits a stored text into words and the numbers of the agents it names. */
export const partsOf = (text: string): readonly (string | number)[] =>
  text
    .split(AGENTS)
    // The odd parts are lists of numbers.
    .flatMap((part, at) => (at % 2 === 0 ? [part] : part.split(/(\d+)/).map((each) => Number(each) || each)))
    .filter((part) => part !== '');

/** Returns a stored text with the names of its agents; the numbers until the names are loaded. */
export function useNamedText(text: string): string {
  const parts = partsOf(text);
  const ids = parts.filter((part) => typeof part === 'number');
  const { data } = useGetManyAggregate<RaRecord & Named>('travel-agents', { ids }, { enabled: ids.length > 0 });
  const nameOf = (id: number): string => personName(data?.find((record) => record?.id === id)) || `agent ${id}`;
  return parts.map((part) => (typeof part === 'number' ? nameOf(part) : part)).join('');
}

/** A stored text with the names of its agents. It is data, so no language translates it. */
export function NamedText({ text }: { text: string }) {
  return <span translate="no">{useNamedText(text)}</span>;
}
