import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { describe, expect, test } from 'vitest';
import { agentSuite } from '../testing/agent-suite.ts';
import { lastCode, message, newAgent, prove, signInAgain } from '../testing/people.ts';

const suite = agentSuite();
const { call } = suite;

const bank = {
  bankAccountHolderName: 'T Nkosi',
  bankName: 'FNB',
  bankAccountNumber: '62001234567',
  branchCode: '250655',
};

describe('a change of banking details', () => {
  const put = (body: object) => call('put', `/TravelAgency/banking-details/${suite.agent.id}`).send(body);

  test('needs a code, and notifies the old address immediately', async () => {
    expect((await put(bank).expect(403)).body.message).toBe('OTP verification required.');
    await call('post', `/travel-agency/banking-details-sendOtp/${suite.agent.id}`)
      .send({ email: suite.agent.form.emailAddress })
      .expect(200);
    const otp = await lastCode(suite.running, suite.agent.id, 'banking');
    await call('post', '/travel-agency/verify-otp')
      .send({ email: suite.agent.form.emailAddress, phoneNumber: suite.agent.form.cellNumber, otp })
      .expect(200);
    expect((await put(bank).expect(200)).body.message).toBe('Banking details updated successfully!');
    const { body } = await call('get', `/TravelAgency/BankingDetails/${suite.agent.id}`).expect(200);
    expect(body).toMatchObject({ bankName: 'FNB', bankAccountNumber: '62001234567', coolingHours: 72 });
    const mail = await message(
      suite.running,
      suite.agent.form.emailAddress,
      ({ subject }) => subject === 'Your banking details were changed',
    );
    expect(mail.text).toContain('ends in 567');
    expect(mail.text).not.toContain('62001234567');
    await message(suite.running, `+${suite.agent.form.cellNumber}`, ({ text }) =>
      text.includes('banking details were changed'),
    );
  });

  test('is saved for an unlisted bank, and the e-mail says that nothing can be paid into it', async () => {
    const agent = await newAgent(suite.running);
    await prove(suite.running, agent, 'banking');
    const other = { ...bank, bankName: 'OTHER', otherBankName: 'Ubank', branchCode: '', branchName: 'Main' };
    await call('put', `/TravelAgency/banking-details/${agent.id}`, agent.token).send(other).expect(200);
    const { text } = await message(
      suite.running,
      agent.form.emailAddress,
      ({ subject }) => subject === 'Your banking details were changed',
    );
    expect(text).toContain('we cannot pay into its bank yet');
  });

  test('states the type of the account', async () => {
    const agent = await newAgent(suite.running);
    const account = `/TravelAgency/banking-details/${agent.id}`;
    const savings = { ...bank, branchName: 'Main', accountType: 'savings' };
    expect(
      (
        await call('put', account, agent.token)
          .send({ ...savings, accountType: 'x' })
          .expect(422)
      ).body.errors,
    ).toEqual([{ field: 'accountType', message: 'The account type is current, savings or transmission.' }]);
    await prove(suite.running, agent, 'banking');
    await call('put', account, agent.token).send(savings).expect(200);
    const { body } = await call('get', `/TravelAgency/BankingDetails/${agent.id}`, agent.token).expect(200);
    expect(body.accountType).toBe('savings');
  });

  test('uses up its proof; an invalid or unchanged body does not', async () => {
    await prove(suite.running, suite.agent, 'banking');
    expect((await put({ ...bank, bankAccountNumber: '6200x' }).expect(422)).body.message).toBe(
      'Valid Account Number is required.',
    );
    const same = {
      bankAccountHolderName: 'T Nkosi',
      bankName: 'Absa',
      bankAccountNumber: '4051234567',
      branchCode: '632005',
    };
    await put(same).expect(200);
    expect((await put({ ...bank, branchName: 'Universal' }).expect(200)).body.message).toBe(
      'Bank details updated successfully',
    );
    await put({ ...bank, bankAccountNumber: '62009999999' }).expect(403);
  });

  test('refuses invisible characters, which an administrator could not save', async () => {
    for (const field of ['bankAccountHolderName', 'otherBankName', 'branchName', 'branchCode', 'bankAccountNumber']) {
      const { body } = await put({ ...bank, [field]: '62‮001' }).expect(422);
      expect(
        body.errors.map((error: { field: string }) => error.field),
        field,
      ).toContain(field);
    }
  });

  test('is not allowed by a proof for something else, nor by one ten minutes old', async () => {
    await prove(suite.running, suite.agent, 'personal');
    await put(bank).expect(403);
    await prove(suite.running, suite.agent, 'banking');
    suite.running.pass(10 * 60_000);
    await put(bank).expect(403);
  });

  test('ends the other sessions', async () => {
    suite.running.pass(31_000);
    const other = await signInAgain(suite.running, suite.agent);
    await prove(suite.running, suite.agent, 'banking');
    await put(bank).expect(200);
    await call('get', `/TravelAgency/BankingDetails/${suite.agent.id}`, other.token).expect(401);
    await call('get', `/TravelAgency/BankingDetails/${suite.agent.id}`).expect(200);
  });

  test('one proof allows one of two concurrent changes', async () => {
    await prove(suite.running, suite.agent, 'banking');
    const answers = await Promise.all(
      ['62001111111', '62002222222'].map((bankAccountNumber) => put({ ...bank, bankAccountNumber })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('is blocked for 72 hours after the cell number changed, and the old number is notified', async () => {
    await prove(suite.running, suite.agent, 'personal');
    await call('post', '/travel-agency/update')
      .send({
        ID: suite.agent.id,
        idNumber: suite.agent.form.idNumber,
        employerConsent: 'Y',
        cellNumber: '27839998877',
      })
      .expect(200);
    await message(suite.running, `+${suite.agent.form.cellNumber}`, ({ text }) =>
      text.includes('cell number of your account was changed'),
    );
    suite.running.pass(31_000);
    await prove(suite.running, suite.agent, 'banking');
    await put(bank).expect(409);
    // The refusal did not use up the proof, but the proof expires before the waiting time ends.
    suite.running.pass(72 * HOUR_MS);
    const again = await signInAgain(suite.running, suite.agent);
    await prove(suite.running, { ...suite.agent, token: again.token }, 'banking');
    await call('put', `/TravelAgency/banking-details/${suite.agent.id}`, again.token).send(bank).expect(200);
  });

  test.each([
    ['bankAccountHolderName', 'Account Holder Name is required.'],
    ['bankName', 'Bank Name is required.'],
    ['bankAccountNumber', 'Valid Account Number is required.'],
    ['branchCode', 'Branch Code is required.'],
  ])('is refused without %s, with the message of that field', async (field, words) => {
    expect((await put({ ...bank, [field]: '' }).expect(422)).body.message).toBe(words);
  });
});
