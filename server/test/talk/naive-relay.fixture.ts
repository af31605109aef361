// Run as a process of its own: what the AI talk is measured against. It passes a vendor's stream on, and does nothing else.
import { once } from 'node:events';
import { createServer } from 'node:http';

const { RELAY_VENDOR: vendor = '', RELAY_KEY: key = '' } = process.env;
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

type Chunk = { choices: { delta: { content?: string } }[] };

const server = createServer((request, response) => {
  void (async () => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const model = new URL(request.url ?? '/', 'http://relay').searchParams.get('model');
    const messages = [
      { role: 'system', content: 'You are a teacher.' },
      { role: 'user', content: (JSON.parse(body) as { text: string }).text },
    ];
    const reply = await fetch(`${vendor}/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model, messages, stream: true }),
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let rest = '';
    for await (const piece of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter((one) => one.startsWith('data: {'))) {
        const delta = (JSON.parse(line.slice(6)) as Chunk).choices[0]?.delta.content;
        if (delta) response.write(`event: message\ndata: ${JSON.stringify({ delta })}\n\n`);
      }
    }
    response.end('event: done\ndata: {}\n\n');
  })();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
process.stdout.write(`Address http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0} \n`);
