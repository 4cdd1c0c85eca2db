import type { AnswerOf, Declared } from '@fynbos/api/contract.ts';
import { type Loaded, useLoaded } from '../components/load-state.tsx';
import { read } from './client.ts';

/** Loads the answer of a route without a query. */
export const useRead = <const Path extends string>(path: Path & Declared<'GET', Path>): Loaded<AnswerOf<'GET', Path>> =>
  useLoaded(() => read<Path>(path), path);
