import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Translate } from '@kaike/shared/kit/wording';
import type { LocalAuthorizeRequest } from '../../../adapters/oauth/port.ts';
import type { Context } from '../../../core/context.ts';
import type { Sessions } from '../../../core/sessions/sessions.ts';
import { onlyForDevelopers } from '../../../http/console-token.ts';
import { localeOf, translatorOf } from '../../../core/wording.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const style = `body{font:16px/1.6 system-ui,"Noto Sans CJK SC",sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:#f4f6fa;color:#1f2430}
main{box-sizing:border-box;width:min(26rem,100vw);padding:2rem 1.5rem;background:#fff;border-radius:16px}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0 0 1rem;color:#5a6272}
.note{padding:.6rem .8rem;border-radius:8px;background:#fff4d6;color:#6b4a00;font-size:.9rem}label{display:block;font-size:.9rem;margin:.8rem 0 .2rem}
input{box-sizing:border-box;width:100%;min-height:44px;padding:0 .8rem;font:inherit;color:inherit;background:transparent;border:1px solid #c9d0dc;border-radius:8px}
button{width:100%;min-height:44px;margin-top:1rem;font:inherit;border:0;border-radius:8px;background:#1d5fd0;color:#fff;cursor:pointer}button[value=refuse]{background:transparent;color:inherit;border:1px solid #c9d0dc}
@media(prefers-color-scheme:dark){body{background:#14171d;color:#e6e9ef}main{background:#1d2129}p{color:#a7afbd}.note{background:#3a3013;color:#ffe3a0}input,button[value=refuse]{border-color:#444c5a}}`;

const carried = ['client_id', 'redirect_uri', 'state', 'code_challenge'] as const;
type Params = Partial<Record<(typeof carried)[number] | 'open_id' | 'nickname' | 'answer', string>>;

const readWish = (params: Params): LocalAuthorizeRequest => ({
  client_id: params.client_id ?? '',
  redirect_uri: params.redirect_uri ?? '',
  challenge: params.code_challenge ?? '',
});

function renderPage(params: Params, t: Translate, lang: string): string {
  const hiddenFields = carried
    .map((name) => `<input type="hidden" name="${name}" value="${escape(params[name] ?? '')}">`)
    .join('');
  const say = (key: string): string => escape(t(`third_party.local_page.${key}`));
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${say('title')}</title><style>${style}</style>
<main><h1>${say('title')}</h1><p class="note" role="note">${say('note')}</p><form method="post">${hiddenFields}
<label for="nickname">${say('nickname')}</label><input id="nickname" name="nickname" required maxlength="30" value="${say('sample')}">
<label for="open_id">${say('open_id')}</label><input id="open_id" name="open_id" required maxlength="60" pattern="[A-Za-z0-9_\\-]+" value="local-1">
<button name="answer" value="agree">${say('agree')}</button><button name="answer" value="refuse" formnovalidate>${say('refuse')}</button></form></main></html>`;
}

async function answer(ctx: Context, params: Params): Promise<string | null> {
  const { local } = ctx.adapters.identity;
  const request = readWish(params);
  if (!local?.accepts(request)) return null;
  const back = new URL(request.redirect_uri);
  back.searchParams.set('state', params.state ?? '');
  const [openId, nickname] = [params.open_id ?? '', (params.nickname ?? '').trim().slice(0, 30)];
  const agrees = params.answer === 'agree' && /^[\w-]{1,60}$/.test(openId) && nickname !== '';
  if (agrees) back.searchParams.set('code', await local.issue(request, { open_id: openId, nickname }));
  else back.searchParams.set('error', 'access_denied');
  return back.href;
}

/** The page of the local identity service, for development and tests; production has none. */
export function mountLocalIdentityPage(app: FastifyInstance, parts: { ctx: Context; sessions: Sessions }): void {
  const { ctx } = parts;
  const { local } = ctx.adapters.identity;
  if (!local) return;
  const show = async (request: FastifyRequest<{ Querystring: Params }>, reply: FastifyReply) => {
    const params = request.query;
    if (!local.accepts(readWish(params)))
      return reply.code(400).type('text/plain').send('unknown client or return address');
    const locale = localeOf({ cookie: request.cookies['Language'], accept: request.headers['accept-language'] });
    return reply
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderPage(params, translatorOf(locale), locale));
  };
  const onRequest = onlyForDevelopers(parts);
  app.get<{ Querystring: Params }>('/local/identity', { onRequest }, show);
  app.post<{ Body?: Params }>('/local/identity', { onRequest }, async (request, reply) => {
    const back = await answer(ctx, request.body ?? {});
    return back === null
      ? reply.code(400).type('text/plain').send('unknown client or return address')
      : reply.code(303).header('Location', back).send();
  });
}
