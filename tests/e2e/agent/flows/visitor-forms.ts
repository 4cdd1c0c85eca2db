import { expect, test } from 'vitest';
import type { PortalFixture } from '../fixture.ts';
import { complains, needed, PASSWORD_RULE, summed } from '../page-problems.ts';
import { button, expectAccessible, seen, visit } from '../visit.ts';

export function visitorFormFlows(fixture: () => PortalFixture): void {
  test('summarises an empty registration and shows each field’s rule in the words of the specification', async () => {
    await visit(fixture(), '/registration', {}, async (page) => {
      await button(page, 'Register').click();
      await summed(page, [
        ...['Title', 'Initials', 'First Name', 'Surname', 'Email Address', 'Cell Number', 'Income Tax Number'].map(
          needed,
        ),
        ...['Agency Name', 'IATA Number', 'Telephone Number', 'Postal Code', 'Password', 'Confirm Password'].map(
          needed,
        ),
        ...[1, 2, 3].map((line) => needed(`Physical Address Line ${line}`)),
        ...['Bank Account Number', 'Bank Account Holder Name', 'Branch Code', 'Branch Name'].map(needed),
        'Identification Number is required.',
        'Please select a bank!',
        "Please accept the T's and C's.",
        'Employer consent is required!',
      ]);
      await expectAccessible(page, 'an empty registration');
      await complains(page, 'Email Address', [
        ['thandi', 'Please enter a valid email address.'],
        ['thandi@gmail.com', 'Personal email domains like Gmail, Yahoo, and Hotmail are not allowed.'],
      ]);
      await complains(page, 'Identification Number', [
        ['800101500908', 'ID Number must be exactly 13 digits.'],
        ['80010150090AB', 'ID Number must contain only numeric characters.'],
        ['8001015009088', 'ID verification failed. Please check your ID number.'],
      ]);
      await complains(page, 'Password', [['weak', PASSWORD_RULE]]);
      await complains(page, 'Confirm Password', [['other', 'Passwords do not match.']]);
      await page.getByLabel('Bank', { exact: true }).selectOption('OTHER');
      await page.getByLabel('Other Bank Name').focus();
      await page.getByLabel('Other Bank Name').blur();
      await seen(page, 'Other Bank Name is required!');
      expect(await page.getByLabel('Branch Code').isDisabled()).toBe(true);
    });
  });

  test('requires the new password twice and the link’s token', async () => {
    await visit(fixture(), '/reset-password', {}, async (page) => {
      const alerts: string[] = [];
      page.on('dialog', (dialog) => {
        alerts.push(dialog.message());
        return dialog.accept();
      });
      await button(page, 'Update Password').click();
      await seen(page, 'Password is required!');
      await page.getByLabel('Password', { exact: true }).fill('Renoster2@');
      await page.getByLabel('Confirm Password', { exact: true }).fill('Renoster3@');
      await button(page, 'Update Password').click();
      await page.locator('main [role=status]').getByText('Passwords do not match.').waitFor();
      await expectAccessible(page, 'reset password with errors');
      await page.getByLabel('Confirm Password', { exact: true }).fill('Renoster2@');
      await button(page, 'Update Password').click();
      await seen(page, 'Invalid or missing token.');
      expect(alerts).toEqual(['Passwords do not match.', 'Invalid or missing token.']);
    });
  });

  test('an enquiry and a sign-in name their missing fields', async () => {
    await visit(fixture(), '/contact-us', {}, async (page) => {
      await complains(page, 'Email', [
        ['', 'Email is required!'],
        ['visitor', 'Please enter a valid email address.'],
      ]);
      await complains(page, 'Query details', [['', 'Query details are required!']]);
      await expectAccessible(page, 'an incomplete enquiry');
      await page.goto('/');
      await button(page, 'LOGIN').click();
      await seen(page, 'ID number or email is required!');
      await seen(page, 'Password is required!');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('login-identity');
      await expectAccessible(page, 'an empty sign-in');
      await page.getByLabel('ID number or email').fill('nobody@agency.example');
      await page.locator('#login-password').fill('Fynbos1!');
      await button(page, 'LOGIN').click();
      await seen(page, /ID number or email and password don’t match/);
    });
  });
}
