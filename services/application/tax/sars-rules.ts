import {
  SARS_RULES,
  SARS_RULES_STREAM,
  type SarsRule,
  type SarsRuleChange,
  sarsRulesDecider,
} from '@fynbos/domain/tax/sars-rules.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';

/** The rules of the file for SARS that are in force. Throws `StoreUnavailable`. */
export const loadSarsRules = async (log: EventLog): Promise<readonly SarsRule[]> =>
  (await load(log, sarsRulesDecider, SARS_RULES_STREAM)).state;

/** The rules, each with whether finance changed it, by code. */
export async function sarsRules(log: EventLog) {
  return (await loadSarsRules(log))
    .map((rule) => ({ ...rule, isChanged: !SARS_RULES.includes(rule) }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Throws now what the decider would refuse once the change is approved. */
export async function checkSarsRule(log: EventLog, change: SarsRuleChange): Promise<void> {
  sarsRulesDecider.decide({ type: 'SetSarsRule', ...change }, await loadSarsRules(log));
}
