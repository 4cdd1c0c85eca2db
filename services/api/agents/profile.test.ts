import { INVISIBLE_MESSAGE } from '@fynbos/domain/identity/visible-text.ts';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { agentSuite } from '../testing/agent-suite.ts';
import { message, prove, registrationForm, signInAgain } from '../testing/people.ts';

const suite = agentSuite();
const { call } = suite;

describe('personal details', () => {
  test('are answered in the shape of the specification under each of its paths', async () => {
    for (const path of ['travel-agency/personalDetails', 'travel-agency/PersonalDetails', 'TravelAgent']) {
      const { body } = await call('get', `/${path}/${suite.agent.id}`).expect(200);
      expect(body).toMatchObject({
        id: suite.agent.id,
        emailAddress: suite.agent.form.emailAddress,
        cellNumber: suite.agent.form.cellNumber,
        telephoneNumber: '0118518081',
        termsAndConditions: 'Y',
        employerConsent: 'Y',
        idType: 'SMART',
        rentalCo: '1',
        countryOfIssue: 'RSA',
        loyaltyTrackingNo: suite.agent.loyaltyTrackingNo,
      });
    }
  });

  test('change with a proof; absent fields stay', async () => {
    const update = {
      ID: suite.agent.id,
      idNumber: suite.agent.form.idNumber,
      employerConsent: 'Y',
      surname: 'Dlamini',
      agencyName: 'Protea Travel',
    };
    expect((await call('post', '/travel-agency/update').send(update).expect(403)).body.message).toBe(
      'OTP verification required.',
    );
    await prove(suite.running, suite.agent, 'personal');
    expect(
      (
        await call('post', '/travel-agency/update')
          .send({ ...update, surname: ' ' })
          .expect(422)
      ).body.message,
    ).toBe('Please fill in all required fields.');
    expect(
      (
        await call('post', '/travel-agency/update')
          .send({ ...update, employerConsent: 'N' })
          .expect(422)
      ).body.message,
    ).toBe('Employer consent is required!');
    expect(
      (
        await call('post', '/travel-agency/update')
          .send({ ...update, idNumber: '' })
          .expect(422)
      ).body.message,
    ).toBe('Missing credentials.');
    const { body, headers } = await call('post', '/travel-agency/update')
      .send({ ...update, taxNumber: '0001 339 050' })
      .expect(200);
    expect(body.message).toBe('Profile updated successfully!');
    expect(headers['x-position']).toBeTruthy();
    const details = (await call('get', `/TravelAgent/${suite.agent.id}`).expect(200)).body;
    expect(details).toMatchObject({
      surname: 'Dlamini',
      agencyName: 'Protea Travel',
      firstName: 'Thandi',
      taxNumber: '0001339050',
      idNumber: suite.agent.form.idNumber,
    });
  });

  test('refuse invisible characters', async () => {
    const update = { ID: suite.agent.id, idNumber: suite.agent.form.idNumber, employerConsent: 'Y' };
    for (const field of ['countryOfIssue', 'postalCode', 'physicalAddressLine2'])
      expect(
        (
          await call('post', '/travel-agency/update')
            .send({ ...update, [field]: '80‮01' })
            .expect(422)
        ).body.errors,
      ).toEqual([{ field, message: INVISIBLE_MESSAGE }]);
  });

  test('change together in the separate form, by its own rules', async () => {
    const { body: shown } = await call('get', `/TravelAgent/${suite.agent.id}`).expect(200);
    const form = { ...shown, surname: 'Mokoena', cellNumber: `0${suite.agent.form.cellNumber.slice(2)}` };
    const put = (changes: object) => call('put', `/update/${suite.agent.id}`).send({ ...form, ...changes });
    await put({}).expect(403);
    await prove(suite.running, suite.agent, 'personal');
    for (const [changes, field, words] of [
      [{ cellNumber: '82123456' }, 'cellNumber', 'Cell Number must be 10 digits.'],
      [{ postalCode: '80011' }, 'postalCode', 'Postal Code must be 4 digits.'],
      [{ emailAddress: 'x' }, 'emailAddress', 'Enter a valid email address.'],
      [{ initials: '' }, 'initials', 'Initials are required.'],
      [{ title: '' }, 'title', 'Title is required.'],
    ] as const) {
      const { body } = await put(changes).expect(422);
      expect(body.message).toBe('Please fill out all required fields correctly!');
      expect(body.errors).toContainEqual({ field, message: words });
    }
    expect((await put({ physicalAddressLine2: '' }).expect(200)).body.message).toBe(
      'Travel agency updated successfully!',
    );
    expect((await call('get', `/TravelAgent/${suite.agent.id}`)).body).toMatchObject({
      surname: 'Mokoena',
      physicalAddressLine2: '',
      cellNumber: suite.agent.form.cellNumber,
    });
  });

  test('a new e-mail address counts once its link was opened', async () => {
    const emailAddress = registrationForm().emailAddress;
    await prove(suite.running, suite.agent, 'personal');
    const update = { ID: suite.agent.id, idNumber: suite.agent.form.idNumber, employerConsent: 'Y', emailAddress };
    expect((await call('post', '/travel-agency/update').send(update).expect(200)).body.emailPending).toBe(true);
    expect((await call('get', `/TravelAgent/${suite.agent.id}`)).body).toMatchObject({
      emailAddress: suite.agent.form.emailAddress,
      emailAddressPending: emailAddress,
    });
    const mail = await message(
      suite.running,
      emailAddress,
      ({ subject }) => subject === 'Confirm your new email address',
    );
    // Saved again, with the pending address or another change: the address stays pending, and its link stays valid.
    suite.running.pass(31_000);
    await prove(suite.running, suite.agent, 'personal');
    for (const again of [update, { ...update, emailAddress: undefined, title: 'Dr' }])
      expect((await call('post', '/travel-agency/update').send(again).expect(200)).body.emailPending).toBe(true);
    // Until then the account's owner is notified at the previous contacts.
    for (const to of [suite.agent.form.emailAddress, `+27${suite.agent.form.cellNumber.slice(-9)}`])
      await message(suite.running, to, ({ subject }) => subject === 'Request to change your email address');
    const link = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '');
    const open = (method: 'get' | 'head') => request(suite.running.app)[method](link.pathname + link.search);
    await open('head').expect(200);
    expect((await call('get', `/TravelAgent/${suite.agent.id}`)).body.emailAddressPending).toBe(emailAddress);
    await open('get').expect(200);
    expect((await call('get', `/TravelAgent/${suite.agent.id}`)).body).toMatchObject({
      emailAddress,
      emailAddressPending: null,
    });
    await message(
      suite.running,
      suite.agent.form.emailAddress,
      ({ subject }) => subject === 'Your email address was changed',
    );
    await open('get').expect(200);
    suite.running.pass(31_000);
    await signInAgain(suite.running, { id: suite.agent.id, form: { ...suite.agent.form, emailAddress } });
    await request(suite.running.app)
      .post('/api/travel-agency/register')
      .send(registrationForm({ emailAddress: suite.agent.form.emailAddress }))
      .expect(201);
  });

  test('a withdrawn new e-mail address no longer counts, and another agent may have it', async () => {
    const { emailAddress } = registrationForm();
    await prove(suite.running, suite.agent, 'personal');
    const update = { ID: suite.agent.id, idNumber: suite.agent.form.idNumber, employerConsent: 'Y', emailAddress };
    await call('post', '/travel-agency/update').send(update).expect(200);
    const sent = ({ subject }: { subject: string }) => subject === 'Confirm your new email address';
    const mail = await message(suite.running, emailAddress, sent);
    await call('delete', '/agent/email-change').expect(200);
    const { body } = await call('get', `/TravelAgent/${suite.agent.id}`);
    expect(body.emailAddressPending).toBe(null);
    const link = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '');
    await request(suite.running.app)
      .get(link.pathname + link.search)
      .expect(422);
    const other = { ...registrationForm(), emailAddress };
    await request(suite.running.app).post('/api/travel-agency/register').send(other).expect(201);
  });

  test('require a postal code where there are postal codes, and refuse a blank dial code', async () => {
    await prove(suite.running, suite.agent, 'personal');
    const update = { ID: suite.agent.id, idNumber: suite.agent.form.idNumber, employerConsent: 'Y' };
    for (const field of ['postalCode', 'countryDialCode']) {
      const { body } = await call('post', '/travel-agency/update')
        .send({ ...update, [field]: '' })
        .expect(422);
      expect([body.message, body.errors[0].field]).toEqual(['Please fill in all required fields.', field]);
    }
    const away = { taxCountry: 'BOT', countryDialCode: '267', cellNumber: '71234567', telephoneNumber: '3901234' };
    await call('post', '/travel-agency/update')
      .send({ ...update, ...away, postalCode: '' })
      .expect(200);
    expect((await call('get', `/TravelAgent/${suite.agent.id}`)).body).toMatchObject({
      taxCountry: 'BOT',
      postalCode: '',
    });
    suite.running.pass(31_000);
    await prove(suite.running, suite.agent, 'personal');
    const { body } = await call('post', '/travel-agency/update')
      .send({
        ...update,
        ...away,
        taxCountry: 'RSA',
        countryDialCode: '27',
        cellNumber: '821234567',
        telephoneNumber: '0118518081',
      })
      .expect(422);
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual(['postalCode']);
  });

  test('the e-mail address of another agent and a personal one are refused', async () => {
    const other = registrationForm();
    await request(suite.running.app).post('/api/travel-agency/register').send(other).expect(201);
    await prove(suite.running, suite.agent, 'personal');
    const update = { ID: suite.agent.id, idNumber: suite.agent.form.idNumber, employerConsent: 'Y' };
    await call('post', '/travel-agency/update')
      .send({ ...update, emailAddress: other.emailAddress })
      .expect(409);
    await call('post', '/travel-agency/update')
      .send({ ...update, emailAddress: 'me@hotmail.com' })
      .expect(422);
  });
});

describe('the choices of an agent', () => {
  test('are shown, can be changed one by one, and are exported', async () => {
    const choices = { marketing: true, employerConsent: 'N', notices: 'E' };
    await call('put', '/agent/choices').send(choices).expect(200);
    const shown = async () => (await call('get', '/agent/choices').expect(200)).body;
    const { communicationMethod } = await shown();
    expect(await shown()).toEqual({ ...choices, popiConsent: 'Y', communicationMethod });
    const other = { communicationMethod: communicationMethod === 'E' ? 'C' : 'E' };
    const refused = await call('put', '/agent/choices').send(other).expect(403);
    expect(refused.body.message).toBe('OTP verification required.');
    await prove(suite.running, suite.agent, 'personal');
    await call('put', '/agent/choices').send(other).expect(200);
    expect(await shown()).toEqual({ ...choices, popiConsent: 'Y', ...other });
    expect((await call('get', `/TravelAgent/${suite.agent.id}`)).body.employerConsent).toBe('N');
    await call('post', '/agent/requests').send({ kind: 'correction', details: 'My initials are T.N.' }).expect(201);
    const history = (await call('get', '/agent/history').expect(200)).body;
    expect(history.map((entry: { what: string }) => entry.what)).toEqual(
      expect.arrayContaining(['Registered', 'Signed in', 'Consent withdrawn', 'Correction requested']),
    );
    expect(history.find((entry: { what: string }) => entry.what === 'Signed in')).toMatchObject({
      by: 'You',
      address: expect.stringContaining('*'),
    });
    const data = (await call('get', '/agent/export.json').expect(200)).body;
    expect(data).toMatchObject({
      person: { idNumber: suite.agent.form.idNumber },
      banking: { bankAccountNumber: '4051234567' },
      consents: { employer: false },
    });
    const pdf = await call('get', '/agent/export.pdf').buffer(true).expect(200);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect((await call('get', '/agent/history')).body[0].what).toBe('Full ID and bank numbers viewed or exported');
  });
});
