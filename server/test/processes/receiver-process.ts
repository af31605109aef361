import { appendFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { localhostTls } from '../fakes/sms/localhost-tls.ts';

/** When it stands still, so that it is killed there: never, with a request half read, or with half an answer sent. */
export type StandStill = 'never' | 'reading' | 'answering';

const [, , file = '', standStill = 'never'] = process.argv;
const tell = (message: object): void => void process.send?.(message);

/** A receiver of webhooks: what it took in is in the file before it answers, as a receiver that loses nothing does. */
const server = createServer(localhostTls, (request, response) => {
  if (standStill === 'reading') return tell({ stands_still: true });
  void text(request).then((body) => {
    appendFileSync(file, `${JSON.stringify({ headers: request.headers, body })}\n`);
    if (standStill === 'answering') {
      // Half a status line.
      request.socket.write('HTTP/1.1 20', () => tell({ stands_still: true }));
    } else response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => tell({ address: server.address() }));
