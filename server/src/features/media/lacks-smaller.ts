import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/media-status';
import { linesOfOne } from './renditions.ts';

/** Begun so often without coming to an end, it would only keep the machine busy. */
const mostTries = 5;

/** Of a row of `media`: a ready stream in one quality, which a smaller one would serve, as far as anybody knows. */
export const lacksSmaller = sql<boolean>`(media.status = ${mediaStatus.ready} and media.deleted_at is null and media.provider = 'local' and media.storage_key is not null
  and not media.has_no_smaller and media.renditions->>'mode' = 'hls' and media.renditions->'renditions'->0 is not null and media.renditions->'renditions'->1 is null
  and least(media.width, media.height) > ${linesOfOne})`;

/** Whether one more try is worth it; a video that takes its server down with it is not tried for ever. */
export const mayTry = sql<boolean>`media.smaller_tries < ${mostTries}`;
