import type { Feature } from '../../feature.ts';
import { mountSmsReceipts, smsReceiptCallbacks } from './receipts.ts';

/** What becomes of text messages. */
export const smsFeature: Feature = { routes: [], callbacks: smsReceiptCallbacks, mount: mountSmsReceipts };
