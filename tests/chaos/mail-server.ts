import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** Behaviour of the mail server and SMS gateway: accept, refuse, or accept without answering. */
export type ServerMode = 'normal' | 'refusing' | 'silent';

/** A mail server and an SMS gateway that record accepted messages by notice id. */
export interface MailServer {
  readonly smtpUrl: string;
  readonly smsUrl: string;
  /** How often each notice was accepted, whether or not the sender received an answer. */
  readonly taken: ReadonlyMap<string, number>;
  setMode(mode: ServerMode): void;
  close(): Promise<void>;
}

/** Starts both servers on free loopback ports. */
export async function openMailServer(): Promise<MailServer> {
  let mode: ServerMode = 'normal';
  const taken = new Map<string, number>();
  const take = (id: string): void => void taken.set(id, (taken.get(id) ?? 0) + 1);
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, callback) {
      callback(mode === 'refusing' ? Object.assign(new Error('not now'), { responseCode: 451 }) : null);
    },
    onData(stream, session, callback) {
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => (text += part));
      stream.on('end', () => {
        const id = /^message-id: *<([^@>]+)@/im.exec(text)?.[1] ?? 'none';
        take(id);
        if (mode === 'silent') hangUp(session);
        else callback(null);
      });
    },
  });
  smtp.on('error', () => undefined);
  /** The library cannot hang up during a message. */
  const hangUp = ({ id }: SMTPServerSession): void => {
    for (const connection of smtp.connections) if (connection.id === id) connection._socket.destroy();
  };
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const sms = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      if (mode === 'refusing') {
        response.writeHead(503).end();
        return;
      }
      const { id } = JSON.parse(body) as { id: string };
      take(id);
      if (mode === 'silent') request.socket.destroy();
      else response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => sms.listen(0, '127.0.0.1', resolve));
  return {
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    smsUrl: `http://127.0.0.1:${(sms.address() as AddressInfo).port}/sms`,
    taken,
    setMode(next) {
      mode = next;
    },
    async close() {
      sms.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => sms.close(resolve)),
        new Promise<void>((resolve) => smtp.close(resolve)),
      ]);
    },
  };
}
