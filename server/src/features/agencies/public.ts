export { checkMaySell, moveQuota, type QuotaMove } from './quota.ts';
