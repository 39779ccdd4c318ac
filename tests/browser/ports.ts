// Ports of this machine, for programs that a test starts.
import { connect, createServer, type AddressInfo } from 'node:net';

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Returns whether a program accepts connections at this port. */
export function answers(port: number): Promise<boolean> {
  return new Promise((give) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      give(true);
    }).once('error', () => give(false));
  });
}
