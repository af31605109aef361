import { eraseAccounts } from '../features/account/public.ts';
import type { Job } from './job.ts';

/** Erases closed accounts every night, at two in China. */
export const eraseAccountsJob: Job = { name: 'erase-accounts', cron: '0 18 * * *', run: eraseAccounts };
