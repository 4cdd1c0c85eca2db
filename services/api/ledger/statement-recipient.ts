import { agentNowAndAt } from '@fynbos/application/agents/load-agent.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { lastFourOf } from '@fynbos/projections/agents/agents.ts';
import type { Services } from '../http/services.ts';
import type { StatementFor } from '../payouts/payout-statement-pdf.ts';
import { fullNameOf, recipientOf, senderOf } from '../pdf/letter.ts';

/** `accountAt`: names the bank account of this instant (ISO, UTC); null: the current one. */
export const statementRecipient = async (
  { log, config, now }: Pick<Services, 'log' | 'config' | 'now'>,
  agentId: number,
  accountAt: string | null = null,
): Promise<StatementFor> => {
  const { current: agent, past } = await agentNowAndAt({ log }, agentId, accountAt);
  return {
    programme: config.programme.PROGRAMME_NAME,
    sender: senderOf(config.programme),
    recipient: recipientOf(agent),
    fullName: fullNameOf(agent),
    loyaltyTrackingNo: agent.loyaltyTrackingNo ?? '',
    bankName: past.bank?.bankName ?? '',
    accountEnding: lastFourOf(past.bank?.bankAccountNumber ?? ''),
    madeOn: dayOf(now()),
  };
};
