import type { UploadToken } from '@kaike/shared/contracts/catalog/media';
import * as media from '@kaike/shared/contracts/catalog/media';
import { defaultApiUrl, defaultWebUrl } from '@kaike/shared/domain/constants';
import type { QueryOf } from '@kaike/shared/kit/contract';
import { hasPermission, type Actor, type AdminActor } from '../../../../core/actor.ts';
import { assert } from '../../../../core/app-error.ts';
import type { Call } from '../../../../core/call.ts';
import { getUploadToken } from './get-upload-token.ts';
import { pictureBytes, pictureFormats } from './picture-limits.ts';

type OwnCall = Call<Actor, Record<string, unknown>, QueryOf<typeof media.getOwnUploadToken>>;

/** A form upload needs no token; clients renew after the same time as for a storage token. */
const validMs = 3_600_000;

const isAdmin = (actor: Actor): actor is AdminActor => actor.admin !== null;

function pictureUpload({ ctx, is_browser }: OwnCall): UploadToken {
  return {
    driver: 'local',
    method: 'form',
    upload_url: (is_browser ? defaultWebUrl : defaultApiUrl) + media.uploadImage.path,
    bucket: '',
    token: '',
    key: '',
    part_size: pictureBytes,
    expires_at: new Date(ctx.clock().getTime() + validMs).toISOString(),
    max_size: pictureBytes,
    accept: pictureFormats.map((format) => `image/${format}`),
  };
}

/** Returns how to upload: pictures for anyone logged in, videos and sounds for administrators with the permission. */
export async function getOwnUploadToken(call: OwnCall): Promise<UploadToken> {
  const { actor, query } = call;
  if (query.type === 'image') return pictureUpload(call);
  assert(isAdmin(actor) && hasPermission(actor, 'admin.media.upload'), 'access.denied');
  return getUploadToken({ ...call, actor, query: { name: query.name ?? '', size: query.size ?? 0, key: query.key } });
}
