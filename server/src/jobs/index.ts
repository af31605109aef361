import {
  addSmallerVideo,
  cleanMedia,
  findOlderVideos,
  processMedia,
  resumeMediaJob,
} from '../features/media/public.ts';
import { cleanFiles } from '../features/files/public.ts';
import { deliverMessageJob } from '../features/messages/public.ts';
import { eraseAccountsJob } from './accounts.ts';
import { bulkRunJob, tendBulkRunsJob } from './bulk-runs.ts';
import { keepCourseTimesJob } from '../features/courses/public.ts';
import { drawPrintJob, emptyPrintsJob } from './card-prints.ts';
import { findRisksJob, makeCardsJob, moveCardsJob, runApprovalJob, tendBatchesJob } from './cards.ts';
import { makeDemo } from '../features/demo/public.ts';
import type { Job } from './job.ts';
import { proveLedgerJob } from './ledger.ts';
import { fillPinyinJob } from './pinyin.ts';
import {
  checkPaymentJob,
  closeOrderJob,
  deliverOrderJob,
  queryOrderJob,
  sendRefundJob,
  tendOrdersJob,
} from './orders.ts';
import { checkLogChainJob, sealLogChainJob } from './logs.ts';
import { sweep } from './sweep.ts';
import { emptyTrash } from './trash.ts';

/** Every background job. */
export const jobs: readonly Job[] = [
  emptyTrash,
  eraseAccountsJob,
  bulkRunJob,
  tendBulkRunsJob,
  checkPaymentJob,
  closeOrderJob,
  deliverOrderJob,
  queryOrderJob,
  sendRefundJob,
  tendOrdersJob,
  deliverMessageJob,
  sweep,
  processMedia,
  addSmallerVideo,
  findOlderVideos,
  resumeMediaJob,
  cleanMedia,
  cleanFiles,
  makeCardsJob,
  moveCardsJob,
  runApprovalJob,
  findRisksJob,
  tendBatchesJob,
  makeDemo,
  proveLedgerJob,
  drawPrintJob,
  emptyPrintsJob,
  checkLogChainJob,
  sealLogChainJob,
  keepCourseTimesJob,
  fillPinyinJob,
];
