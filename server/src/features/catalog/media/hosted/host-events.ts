import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../../core/context.ts';
import type { CallbackEndpoint } from '../../../../core/messages/callback-endpoint.ts';
import { checkHosted } from './check-hosted.ts';

const path = '/open/message-notify/vod';
const hostName = 'aliyun';
const eventBytes = 256 * 1024;
const limit = { max: 6000, seconds: 60 };

export const hostEventCallbacks: readonly CallbackEndpoint[] = [
  {
    method: 'POST',
    path,
    summary: 'Events of the host of videos',
    takes: ['application/json'],
    answers: {
      200: 'Taken, also when nothing is known of the video',
      403: 'Not signed by the host, or not lately',
      429: 'Too many requests; see Retry-After',
      500: 'Our fault; to be sent again',
    },
  },
];

/** The address where Aliyun VOD reports that a video arrived, was encoded or was reviewed. */
export function mountHostEvents(app: FastifyInstance, ctx: Context): void {
  const headerOf = (request: FastifyRequest, name: string): string | undefined => [request.headers[name]].flat()[0];
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: eventBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const base of ['', '/web-api'])
      scope.post(base + path, async (request, reply) => {
        await ctx.limiter.take({ key: `message-notify|${request.ip}`, ...limit });
        const host = await ctx.adapters.hosts.find(hostName).catch(() => null);
        const videoId = host?.readEvent({
          // The host signs the address it was told, which a proxy may have hidden from us.
          url: `${ctx.config.public_url ?? `${request.protocol}://${request.host}`}${request.originalUrl.split('?', 1)[0]}`,
          headers: Object.fromEntries(
            ['x-vod-timestamp', 'x-vod-signature'].map((name) => [name, headerOf(request, name)]),
          ),
          body: typeof request.body === 'string' ? request.body : '',
        });
        if (videoId === null || videoId === undefined) return reply.code(403).send({});
        // Its event is only a reason to ask the host, since the signature does not cover what it says.
        await checkHosted(ctx.db, hostName, videoId);
        return reply.send({});
      });
  });
}
