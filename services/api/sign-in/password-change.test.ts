import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { agentSuite } from '../testing/agent-suite.ts';
import { message, prove, signInAgain } from '../testing/people.ts';

const suite = agentSuite();
const { call } = suite;

describe('a change of password', () => {
  const put = (password: string, newPassword = 'Renoster2@', confirmPassword = newPassword) =>
    call('put', `/password/update-password/${suite.agent.id}`).send({ password, newPassword, confirmPassword });

  test('needs the old one and a proof, ends the other sessions, and is announced by mail', async () => {
    await put(suite.agent.form.password).expect(403);
    await prove(suite.running, suite.agent, 'password');
    expect((await put(suite.agent.form.password, 'Renoster2@', 'Other3#x').expect(422)).body.message).toBe(
      'New password and confirm password do not match.',
    );
    expect((await put(suite.agent.form.password).expect(200)).body.message).toBe('Password updated successfully');
    await message(
      suite.running,
      suite.agent.form.emailAddress,
      ({ subject }) => subject === 'Your password was changed',
    );
    suite.running.pass(31_000);
    await signInAgain(suite.running, suite.agent, 'Renoster2@');
  });

  test('is locked until a reset after two attempts with a wrong old one', async () => {
    await prove(suite.running, suite.agent, 'password');
    expect((await put('Wrong1!x').expect(422)).body.message).toBe('Incorrect password. You have one more attempt.');
    expect((await put('Wrong1!x').expect(422)).body.message).toBe(
      'Incorrect password entered twice. Please log a ticket on the Contact Us page.',
    );
    expect((await put(suite.agent.form.password).expect(422)).body.message).toBe(
      'Incorrect password entered twice. Please log a ticket on the Contact Us page.',
    );
    const forgot = await request(suite.running.app)
      .post('/api/auth/forgot-password')
      .send({ EmailAddress: suite.agent.form.emailAddress })
      .expect(200);
    expect(forgot.body.message).toBe('Forgot Password Email Sent!');
    const mail = await message(
      suite.running,
      suite.agent.form.emailAddress,
      ({ subject }) => subject === 'Reset your password',
    );
    const token = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('token') ?? '';
    const reset = (password: string, confirmPassword = password) =>
      request(suite.running.app).post('/api/auth/reset-password').query({ token }).send({ password, confirmPassword });
    expect((await reset('weak').expect(422)).body.message).toContain('Password must contain');
    expect((await reset('Renoster2@', 'Other3#x').expect(422)).body.message).toBe('Passwords do not match.');
    await reset('Renoster2@').expect(200);
    expect((await reset('Renoster3@').expect(422)).body.message).toBe('Invalid or missing token.');
    await call('get', `/TravelAgent/${suite.agent.id}`).expect(401);
    suite.running.pass(31_000);
    const again = await signInAgain(suite.running, suite.agent, 'Renoster2@');
    suite.goOnWith(again.token);
    await prove(suite.running, suite.agent, 'password');
    await put('Renoster2@', 'Renoster4$').expect(200);
  });

  test('a reset link expires after an hour, and a forged one is refused', async () => {
    await request(suite.running.app)
      .post('/api/auth/forgot-password')
      .send({ EmailAddress: suite.agent.form.emailAddress })
      .expect(200);
    const mail = await message(
      suite.running,
      suite.agent.form.emailAddress,
      ({ subject }) => subject === 'Reset your password',
    );
    const token = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('token') ?? '';
    const body = { password: 'Renoster2@', confirmPassword: 'Renoster2@' };
    await request(suite.running.app)
      .post('/api/auth/reset-password')
      .query({ token: `${token.slice(0, -1)}_` })
      .send(body)
      .expect(422);
    expect(
      (await request(suite.running.app).post('/api/auth/reset-password').send(body).expect(422)).body.message,
    ).toBe('Invalid or missing token.');
    suite.running.pass(60 * 60_000);
    await request(suite.running.app).post('/api/auth/reset-password').query({ token }).send(body).expect(422);
  });

  test('a request for a link does not reveal whether an address is known', async () => {
    const { body } = await request(suite.running.app)
      .post('/api/auth/forgot-password')
      .send({ EmailAddress: 'nobody@agency.example' })
      .expect(200);
    expect(body).toEqual({ message: 'Forgot Password Email Sent!' });
  });
});
