import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/** `MP_verify_abc.txt abc`, or the name alone when its content is the part after the mark. */
function readEntry(entry: string): [name: string, content: string] {
  const [name = '', content] = entry.trim().split(/[\s:=]+/);
  return [name, content ?? /^(?:MP|WW)_verify_(\w+)\.txt$/.exec(name)?.[1] ?? ''];
}

/** The files by which the messenger knows a host to be ours, at the root as it wants them. */
export function mountVerifyFiles(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  app.get<{ Params: { code: string } }>('/:code(^(?:MP|WW)_verify_\\w{1,64}).txt', async ({ params }, reply) => {
    const entries = new Map((await ctx.settings.get('wechat_verify_files')).map(readEntry));
    const content = entries.get(`${params.code}.txt`);
    return content ? reply.type('text/plain').send(content) : reply.callNotFound();
  });
}
