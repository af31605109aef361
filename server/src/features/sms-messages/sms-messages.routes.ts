import type { Feature } from '../feature.ts';
import { mountSmsReceipts, smsReceiptNotices } from './receipts.ts';

/** What becomes of text messages. */
export const smsMessagesFeature: Feature = { routes: [], notices: smsReceiptNotices, mount: mountSmsReceipts };
