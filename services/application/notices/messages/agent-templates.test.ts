import { expect, test } from 'vitest';
import { bankChangedMessage, codeMessage } from './agent-templates.ts';
import { renderHtml, renderText } from './layout.ts';
import { type MessageContext, rewardsExpiringMessage } from './money-templates.ts';

const context = { programme: 'Fynbos Rewards', incentivesUrl: 'https://portal.example' } as MessageContext;
const account = { lastDigits: '919', coolingHours: 72 };

test('promises no payout into an account at a bank that is not listed', () => {
  const payable = bankChangedMessage('Fynbos Rewards', { ...account, payable: true });
  const unpayable = bankChangedMessage('Fynbos Rewards', { ...account, payable: false });
  expect(payable.lines.join()).toContain('will be paid into the account that ends in 919');
  expect(unpayable.lines.join()).toContain('we cannot pay into its bank yet');
  expect(unpayable.lines.join()).not.toContain('will be paid');
  expect(unpayable.sms).toContain('We cannot pay into this bank yet.');
});

test('writes amounts and days as the portal does', () => {
  const { subject, figure } = rewardsExpiringMessage(context, 123_450, '2026-12-31');
  expect(subject).toBe('Rewards of R1 234.50 expire on 31 Dec 2026');
  expect(figure?.value.replace(/\s/g, ' ')).toBe('R1 234.50');
});

test('greets a named recipient, and previews the first sentence after the greeting', () => {
  const sender = { programme: 'Fynbos Rewards', supportEmail: 'help@portal.example', headOffice: 'Cape Town' };
  const content = { ...rewardsExpiringMessage(context, 5_000, '2026-12-31'), name: 'Thandi' };
  expect(renderText(content, sender)).toMatch(/^Hello Thandi,\n\nRewards of R50\.00 that you earned/);
  expect(renderHtml(content, sender)).toMatch(/overflow:hidden">Rewards of R50\.00 that you earned/);
  expect(renderText(codeMessage('Fynbos Rewards', '482910', 'sign-in'), sender)).toMatch(
    /^Your one-time password to sign in/,
  );
});
