import { expect, test } from 'vitest';
import { messageShown } from '../../shown-messages.ts';
import type { PortalFixture } from '../fixture.ts';
import { complains, needed, PASSWORD_RULE, summed } from '../page-problems.ts';
import { newAgent } from '../people.ts';
import { button, expectAccessible, section, seen, visit } from '../visit.ts';

export function agentFormFlows(fixture: () => PortalFixture): void {
  test('a referral names its missing fields', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/agent/refer-agent', { agent }, async (page) => {
      await button(page, 'Send Referral Email').click();
      await summed(page, [
        "Travel Agent's Firstname is required!",
        "Travel Agent's Surname is required!",
        'Email Address is required.',
        'Dial Code is required!',
        "Travel Agent's Cellphone Number is required!",
        "Travel Agent's Agency Name is required!",
        "Travel Agent's Travel Agency IATA Number is required!",
      ]);
      await complains(page, 'Email Address', [['colleague', 'Please enter a valid email address.']]);
      await page.getByLabel('Contact Number').pressSequentially('82a1');
      expect(await page.getByLabel('Contact Number').inputValue()).toBe('821');
      await expectAccessible(page, 'an empty referral');
    });
  });

  test('refuses to refer a registered person, with an error and advice; Cancel clears the form', async () => {
    const agent = await newAgent(fixture());
    const other = await newAgent(fixture());
    await visit(fixture(), '/referTravelAgent', { agent, size: 'desktop' }, async (page) => {
      await page.getByLabel('First Name').fill('Thandi');
      await page.getByLabel('Surname').fill('Nkosi');
      await page.getByLabel('Email Address').fill(other.form.emailAddress);
      await page.getByLabel('Dial Code').selectOption('27');
      await page.getByLabel('Contact Number').fill('821234567');
      await page.getByLabel('Agency Name').fill('Karoo Travel');
      await page.getByLabel('IATA Number').fill('7720101');
      await button(page, 'Send Referral Email').click();
      const error = page.getByRole('alertdialog', { name: 'Error' });
      await error.getByText('The referred agent email is already registered.').waitFor();
      await expectAccessible(page, 'a refused referral');
      await error.getByRole('button', { name: 'OK' }).click();
      const registered = page.getByRole('alertdialog', { name: 'Travel Agent Already Registered' });
      await registered.getByRole('button', { name: 'Cancel' }).click();
      await registered.waitFor({ state: 'detached' });
      expect(await page.getByLabel('Email Address').inputValue()).toBe('');
    });
  });

  test('the stand-alone forms report missing fields as ‘X is required.’', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/update', { agent }, async (page) => {
      await messageShown(page, 'Agency details fetched successfully.');
      for (const label of ['First Name', 'Surname', 'IATA Number', 'Agency Name', 'Tax Number', 'Telephone Number'])
        await complains(page, label, [['', `${label} is required.`]]);
      await complains(page, 'Initials', [['', 'Initials are required.']]);
      await complains(page, 'Physical Address Line 1', [['', 'Physical Address Line 1 is required.']]);
      await complains(page, 'Email Address', [
        ['', 'Email Address is required.'],
        ['thandi', 'Enter a valid email address.'],
      ]);
      await complains(page, 'Cell Number', [
        ['', 'Cell Number is required.'],
        ['082123', 'Cell Number must be 10 digits.'],
      ]);
      await complains(page, 'Postal Code', [
        ['', 'Postal Code is required.'],
        ['80012', 'Postal Code must be 4 digits.'],
      ]);
      await page.getByLabel('Title').focus();
      await page.getByLabel('Title').selectOption('');
      await page.getByLabel('Title').blur();
      await seen(page, 'Title is required.');
      await seen(page, 'Please fill out all required fields correctly!');
      expect(await button(page, 'Update').isDisabled()).toBe(true);
      await expectAccessible(page, 'stand-alone update with errors');

      await page.goto('/updateBankingDetails');
      for (const label of ['Account Holder Name', 'Bank Name', 'Branch Code']) await page.getByLabel(label).fill('');
      await page.getByLabel('Account Number').fill('12x');
      await button(page, 'Update').click();
      await summed(page, [
        ...['Account Holder Name', 'Bank Name', 'Branch Code'].map((label) => `${label} is required.`),
        'Valid Account Number is required.',
      ]);
      await expectAccessible(page, 'stand-alone banking with errors');
    });
  });

  test('the profile requires its fields, the employer’s consent and equal passwords', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/agent/profile', { agent }, async (page) => {
      await expectAccessible(page, 'profile');
      await section(page, 'Personal Details').click();
      await page.getByLabel('Initials').fill('');
      await button(page, 'Update').click();
      await summed(page, ['Initials is required!']);
      await seen(page, 'Please fill in all required fields.');
      await page.getByLabel('Initials').fill('T');
      await page.getByLabel(/employer/i).uncheck();
      await button(page, 'Update').click();
      await summed(page, ['Employer consent is required!']);
      await expectAccessible(page, 'personal details with errors');

      await section(page, 'Banking Details').click();
      expect(await page.getByLabel('Initials').count()).toBe(0);
      await page.getByLabel('Branch Name').fill('');
      await page.getByLabel('Bank Account Number').fill('');
      await button(page, 'Update').click();
      await summed(page, ['Branch Name is required!', 'Bank Account Number is required!']);
      await expectAccessible(page, 'banking details with errors');

      await section(page, 'Change Password').click();
      await button(page, 'Update Password').click();
      await summed(page, ['Old Password', 'New Password', 'Confirm Password'].map(needed));
      await complains(page, 'New Password', [['weak', PASSWORD_RULE]]);
      await page.getByLabel('Old Password', { exact: true }).fill('Fynbos1!');
      await page.getByLabel('New Password', { exact: true }).fill('Renoster2@');
      await page.getByLabel('Confirm Password', { exact: true }).fill('Renoster3@');
      await button(page, 'Update Password').click();
      await summed(page, ['New password and confirm password do not match.']);
      await expectAccessible(page, 'change of password with errors');
      await section(page, 'Change Password').click();
      expect(await page.getByLabel('Old Password', { exact: true }).count()).toBe(0);
    });
  });
}
