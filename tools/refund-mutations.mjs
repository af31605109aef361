const domain = 'shared/src/domain';
const cards = 'server/src/features/cards/cards';
const refunds = 'server/src/features/commerce/orders/refunds';
const refundsTest = `${refunds}/refund-parts.test.ts`;
const channelsTest = 'server/src/features/commerce/orders/real-channels.test.ts';
const terms = `${domain}/commerce/course-terms.ts`;
const movedTest = 'server/src/features/commerce/entitlements/moved-terms.test.ts';

/** Rules of money that goes back and of what follows a grant that was taken back, in the form of `mutations`. */
export const refundMutations = [
  [
    'decline a refund in progress',
    `${refunds}/decline-refund.ts`,
    'last.status !== refundStatus.failed',
    'last.status < 0',
    channelsTest,
    'goes back to where it was before the first try',
  ],
  [
    'leave a declined order in refund state',
    `${refunds}/settle-part.ts`,
    "'not in', [0, orderStatus.refunding]",
    "'not in', [0]",
    channelsTest,
    'goes back to where it was before the first try',
    { also: [`${refunds}/refund-order.ts`, 'await statusBeforeRefund(trx, order)', 'order.status'] },
  ],
  [
    'keep the access after a late refund',
    `${refunds}/settle-part.ts`,
    'const open = refund.manual ? order : await reopen(trx, order, now);',
    'const open = order.status === orderStatus.refunding ? order : null;',
    channelsTest,
    'takes the access and is counted once',
  ],
  [
    'return more than is left',
    `${refunds}/grant-refund.ts`,
    'if (amount > rest)',
    'if (amount > order.payable)',
    refundsTest,
    'any number of parts',
  ],
  [
    'take the courses away with the first part',
    `${domain}/commerce/order-status.ts`,
    'amount >= rest)',
    'amount > 0)',
    refundsTest,
    'any number of parts',
  ],
  [
    'close a payment with its first part',
    `${refunds}/settle-part.ts`,
    "where('t.amount', '<=',",
    "where('t.amount', '>=',",
    refundsTest,
    'any number of parts',
  ],
  [
    'send a second part while one is on its way',
    `${refunds}/grant-refund.ts`,
    "if (request?.status === refundStatus.processing) return refuse('order.refund_sent');",
    '',
    refundsTest,
    'waits for its channel',
  ],
  [
    'note money as returned that never moved',
    `${refunds}/grant-refund.ts`,
    "if (!trade && amount > 0) return refuse('order.refund_manual');",
    '',
    refundsTest,
    'by hand',
  ],

  [
    'leave paid days in the future after a reversal',
    `${cards}/reverse-cards.ts`,
    'await moveFollowers(trx, taken(open.map(({ id }) => id)), now);',
    '',
    movedTest,
    'a reversed card starts what followed it now',
  ],
  [
    'give used days again',
    terms,
    'return makesWay && Number.isFinite(frontier) ? Math.max(start, frontier) : start;',
    'return now.getTime();',
    movedTest,
    'days that were used stay used',
  ],
  [
    'lose the days of what makes way again',
    terms,
    'return makesWay && Number.isFinite(frontier) ? Math.max(start, frontier) : start;',
    'return start;',
    movedTest,
    'revoked and restored by its undo',
  ],
];
