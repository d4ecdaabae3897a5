import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Message, openMail } from './mail.ts';

const message: Message = {
  messageId: '<1@desk.example>',
  date: new Date('2026-11-23T15:00:00Z'),
  from: { name: 'Desk', address: 'desk@desk.example' },
  replyTo: 'desk@desk.example',
  to: 'cora@caller.example',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  attachments: [],
  fileName: 'hello.eml',
};

let stop: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

/** A mail server of which a test writes the answers. @returns what a try at it ends with */
async function tryAt(answer: (command: string, socket: net.Socket) => void) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) answer(line, socket);
    });
    answer('', socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    return once(server, 'close');
  };
  const { port } = server.address() as AddressInfo;
  return openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: '/nowhere' }).send(message);
}

/** Answers as it should, up to the recipient. */
const upToRecipient = (recipient: (socket: net.Socket) => void) => (command: string, socket: net.Socket) => {
  if (command.startsWith('RCPT')) recipient(socket);
  else socket.write(command === '' ? '220 ready\r\n' : '250 ok\r\n');
};

describe('A try ends with', () => {
  it('silence when the server hangs up in the middle, which may be the recipient’s doing', async () => {
    expect(await tryAt(upToRecipient((socket) => socket.end()))).toMatchObject({ result: 'later', cause: 'silent' });
    await stop?.();
    expect(await tryAt(upToRecipient((socket) => socket.resetAndDestroy()))).toMatchObject({ cause: 'silent' });
  });

  it('a refusal for now, or for good, when the server says so about the recipient', async () => {
    expect(await tryAt(upToRecipient((socket) => socket.write('451 later\r\n')))).toMatchObject({ cause: 'put_off' });
    await stop?.();
    expect(await tryAt(upToRecipient((socket) => socket.write('550 never\r\n')))).toEqual({
      result: 'refused',
      answer: '550 never',
    });
  });

  it('a server that is away when it takes no email at all', async () => {
    const tired = (command: string, socket: net.Socket) =>
      socket.write(command === '' ? '421 too busy\r\n' : '250 ok\r\n');
    expect(await tryAt(tired)).toMatchObject({
      result: 'later',
      cause: 'away',
      answer: expect.stringContaining('421'),
    });
  });

  it.each([
    ['in one line', 'x'.repeat(65_536)],
    ['in many lines', `250-${'x'.repeat(70)}\r\n`.repeat(900)],
  ])('a failure when an answer has no end, %s', async (_, part) => {
    let written = 0;
    const endless = (socket: net.Socket) => {
      const go = () => {
        while (!socket.destroyed && socket.write(part)) written += part.length;
        if (!socket.destroyed) socket.once('drain', go);
      };
      go();
    };
    expect(await tryAt(upToRecipient(endless))).toMatchObject({ result: 'later' });
    // What the machine's own buffers hold is more than what is read.
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });
});
