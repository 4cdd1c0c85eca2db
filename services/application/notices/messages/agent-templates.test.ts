import { expect, test } from 'vitest';
import { bankChangedWords, codeWords } from './agent-templates.ts';
import { htmlOf, textOf } from './layout.ts';
import { type Frame, rewardsExpiringWords } from './money-templates.ts';

const frame = { programme: 'Fynbos Rewards', incentivesUrl: 'https://portal.example' } as Frame;
const account = { lastDigits: '919', coolingHours: 72 };

test('promises no payout into an account at a bank that is not listed', () => {
  const payable = bankChangedWords('Fynbos Rewards', { ...account, payable: true });
  const unpayable = bankChangedWords('Fynbos Rewards', { ...account, payable: false });
  expect(payable.lines.join()).toContain('will be paid into the account that ends in 919');
  expect(unpayable.lines.join()).toContain('we cannot pay into its bank yet');
  expect(unpayable.lines.join()).not.toContain('will be paid');
  expect(unpayable.sms).toContain('We cannot pay into this bank yet.');
});

test('writes amounts and days as the portal does', () => {
  const { subject, figure } = rewardsExpiringWords(frame, 123_450, '2026-12-31');
  expect(subject).toBe('Rewards of R1 234.50 expire on 31 Dec 2026');
  expect(figure?.value.replace(/\s/g, ' ')).toBe('R1 234.50');
});

test('greets a named recipient, and previews the first sentence after the greeting', () => {
  const sender = { programme: 'Fynbos Rewards', supportEmail: 'help@portal.example', headOffice: 'Cape Town' };
  const words = { ...rewardsExpiringWords(frame, 5_000, '2026-12-31'), name: 'Thandi' };
  expect(textOf(words, sender)).toMatch(/^Hello Thandi,\n\nRewards of R50\.00 that you earned/);
  expect(htmlOf(words, sender)).toMatch(/overflow:hidden">Rewards of R50\.00 that you earned/);
  expect(textOf(codeWords('Fynbos Rewards', '482910', 'sign-in'), sender)).toMatch(
    /^Your one-time password to sign in/,
  );
});
