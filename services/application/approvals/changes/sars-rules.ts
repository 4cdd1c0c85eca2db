import { SARS_RULES_STREAM, sarsRuleEvents, sarsRulesDecider } from '@fynbos/domain/tax/sars-rules.ts';
import { load } from '../../handle.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

/** Changes a rule of the file for SARS (T11). */
export const changeSarsRule = approvedChange({
  permission: 'tax:change',
  payload: sarsRuleEvents.SarsRuleSet,
  async execute({ log }, { payload }, context) {
    const command = { type: 'SetSarsRule' as const, ...payload };
    await handleOnce(log, { decider: sarsRulesDecider, streamId: SARS_RULES_STREAM, command, context });
  },
  async compare({ log }, { payload: { code, of, ...after } }) {
    const { state } = await load(log, sarsRulesDecider, SARS_RULES_STREAM);
    const current = state.find((rule) => rule.code === code && rule.of === of);
    const { text = null, pattern = null, isRequired = null, source = null } = current ?? {};
    return { before: { text, pattern, isRequired, source }, after };
  },
});
