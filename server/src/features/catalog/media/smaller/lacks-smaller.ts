import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { linesOfOne } from '../renditions.ts';

/** Maximum tries for a video; more would only keep the machine busy. */
const maxAttempts = 5;

/** Condition on a row of `media`: a ready stream in one quality that may benefit from a smaller one. */
export const lacksSmaller = sql<boolean>`(media.status = ${mediaStatus.ready} and media.deleted_at is null and media.provider = 'local' and media.storage_key is not null
  and not media.has_no_smaller and media.renditions->>'mode' = 'hls' and media.renditions->'renditions'->0 is not null and media.renditions->'renditions'->1 is null
  and least(media.width, media.height) > ${linesOfOne})`;

/** Whether another try is allowed; a video that crashes the server is not tried forever. */
export const mayTry = sql<boolean>`media.smaller_tries < ${maxAttempts}`;
