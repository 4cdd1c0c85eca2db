import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { NotSent } from './delivery.ts';

export interface Mail {
  /** Becomes the Message-ID, so that recipients can detect a repetition. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

export interface Mailer {
  readonly send: SendMail;
  close(): void;
}

/**
 * SMTP, `smtp://` or `smtps://` with credentials. Throws `NotSent` if nothing was accepted (final if the recipient is
 * rejected permanently), another Error if the outcome is unknown (disconnected during or after the message).
 */
export function smtpMailer(url: string, from: { readonly name: string; readonly address: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.address.split('@').at(-1) ?? 'localhost';
  /** The texts of messages in progress, as streams that are read only when the server asks for them. */
  const streams = new Map<string, Readable[]>();
  transport.use('stream', ({ message }, done) => {
    const make = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const stream = make(options);
      streams.get(message.messageId())?.push(stream);
      return stream;
    };
    done();
  });
  return {
    async send({ id, to, subject, text, html }) {
      const messageId = `<${id}@${host}>`;
      const mine: Readable[] = [];
      streams.set(messageId, mine);
      try {
        await transport.sendMail({ from, to, subject, text, html, messageId });
      } catch (error) {
        if (hasNoSuchMailbox(error)) throw new NotSent('the mail server does not take mail for this address', true);
        throw mine.every((stream) => !stream.readableDidRead) || wasRefused(error)
          ? new NotSent('the mail server did not take the message')
          : new Error('it is unknown whether the message was sent');
      } finally {
        streams.delete(messageId);
      }
    },
    close: () => transport.close(),
  };
}

/** A closed connection is no answer: the server may have accepted the message. */
const wasRefused = (error: unknown): boolean => ((error as { responseCode?: number }).responseCode ?? 0) >= 400;

/**
 * RFC 5321, 4.2.3: 550, 551, 553 to RCPT. Other permanent answers (a wrong password, RFC 3463's 5.7 for a relay that
 * denies the sender) concern all mails.
 */
const hasNoSuchMailbox = (error: unknown): boolean => {
  const {
    command,
    responseCode = 0,
    response = '',
  } = error as Partial<Record<'command' | 'response', string>> & {
    responseCode?: number;
  };
  return command === 'RCPT TO' && [550, 551, 553].includes(responseCode) && !/^\d{3}[ -]5\.7\./m.test(response);
};
