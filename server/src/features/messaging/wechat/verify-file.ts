import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../core/context.ts';

/** `MP_verify_abc.txt abc`, or the name alone if the content is the part after the prefix. */
function readEntry(entry: string): [name: string, content: string] {
  const [name = '', content] = entry.trim().split(/[\s:=]+/);
  return [name, content ?? /^(?:MP|WW)_verify_(\w+)\.txt$/.exec(name)?.[1] ?? ''];
}

/** The files by which WeChat verifies a domain, at the root as it requires. */
export function mountVerifyFiles(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  app.get<{ Params: { code: string } }>('/:code(^(?:MP|WW)_verify_\\w{1,64}).txt', async ({ params }, reply) => {
    const entries = new Map((await ctx.settings.get('wechat_verify_files')).map(readEntry));
    const content = entries.get(`${params.code}.txt`);
    return content ? reply.type('text/plain').send(content) : reply.callNotFound();
  });
}
