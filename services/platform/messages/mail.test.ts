import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NotSent } from './delivery.ts';
import { type Mailer, smtpMailer } from './mail.ts';

/** Where the server disconnects. `refused` rejects the text instead; a reply rejects the recipient. */
type Moment = 'recipient' | 'in the text' | 'after the text' | 'refused' | { code: number; text: string } | null;
let moment: Moment = null;
let server: SMTPServer;
let mailer: Mailer;

const hangUp = ({ id }: SMTPServerSession): void => {
  for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
};

beforeEach(async () => {
  moment = null;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, session, done) {
      if (moment === 'recipient') hangUp(session);
      else {
        const reply = typeof moment === 'object' ? moment : null;
        done(reply && Object.assign(new Error(reply.text), { responseCode: reply.code }));
      }
    },
    onData(stream, session, done) {
      stream.on('data', () => {
        if (moment === 'in the text') hangUp(session);
      });
      stream.on('end', () => {
        if (moment === 'after the text') hangUp(session);
        else done(moment === 'refused' ? Object.assign(new Error('full'), { responseCode: 452 }) : null);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  mailer = smtpMailer(`smtp://127.0.0.1:${port}`, { name: 'F', address: 'support@fynbos.example' });
});
afterEach(async () => {
  mailer.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

const mail = (id: string) => ({ id, to: 'a@b.example', subject: 'S', text: 'x'.repeat(200_000), html: '<p>html</p>' });
const failureOf = (id: string): Promise<unknown> => mailer.send(mail(id)).catch((error: unknown) => error);

// Each case also on a connection that already delivered a message.
test.each<[Moment, boolean]>([
  ['recipient', true],
  ['refused', true],
  ['in the text', false],
  ['after the text', false],
])('knows whether a mail was certainly not sent if a server hangs up or refuses (%s): %s', async (when, surely) => {
  moment = when;
  expect((await failureOf('first')) instanceof NotSent).toBe(surely);
  moment = null;
  await mailer.send(mail('second'));
  moment = when;
  const failure = await failureOf('third');
  expect(failure).toBeInstanceOf(Error);
  expect(failure instanceof NotSent).toBe(surely);
});

test.each([
  [550, 'no', true],
  [550, '5.1.1 User unknown', true],
  [550, '5.7.64 TenantAttribution; Relay Access Denied', false],
  [553, 'no', true],
  [450, 'no', false],
  [554, 'no', false],
])('gives up a recipient that is refused with %i %s: %s', async (code, text, final) => {
  moment = { code, text };
  expect(await failureOf('first')).toMatchObject({ name: 'NotSent', final });
  moment = null;
  await mailer.send(mail('second'));
});
