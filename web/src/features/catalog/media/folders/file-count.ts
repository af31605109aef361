import { filesCounted } from '@kaike/shared/domain/constants';

/** The files of a folder as people read them; null are more than are counted. */
export const fileCount = (count: unknown): string =>
  count === null ? `${filesCounted.toLocaleString()}+` : Number(count).toLocaleString();
