import { AppError } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import type { RecentRequest } from '../../../../db/recent-requests.ts';

/** Milliseconds, to a tenth. */
export const tenthOfMs = (ms: number): number => Math.round(ms * 10) / 10;

export function find({ recent_requests: recent }: Context, id: number): RecentRequest {
  const request = recent?.list().find((one) => one.id === id);
  if (!request) throw new AppError('request.not_found');
  return request;
}
