const cards = 'server/src/features/cards';
const exitsTest = `${cards}/card-exits.test.ts`;
const useTest = `${cards}/redeem/use-card.test.ts`;
const activate = `${cards}/redeem/activate-card.ts`;
const post = 'server/src/features/ai-seconds/post-seconds.ts';
const secondsTest = 'server/src/features/ai-seconds/ai-seconds.test.ts';
const entitlements = 'server/src/features/entitlements';
const entitlementsTest = `${entitlements}/entitlements.test.ts`;
const order = 'server/src/features/pay-orders/orders/grant-order.ts';
const ordersTest = 'server/src/features/pay-orders/pay-orders.test.ts';
const mergeTest = 'server/src/features/members/merge/merge.test.ts';
const joining = 'server/src/features/members/joining';

/** Rules of the ledger of AI seconds, in the form of `mutations`. */
export const secondsMutations = [
  [
    'skip the lock of a balance of seconds',
    post,
    'order by id for no key update',
    'order by id',
    secondsTest,
    'never go below zero',
  ],
  [
    'count a repeated change of seconds',
    post,
    '!posted.has(nameOf(one))',
    'posted.size >= 0',
    secondsTest,
    'a repeated request changes nothing',
  ],
  [
    'take more seconds than there are',
    post,
    'free + delta >= 0) return delta;',
    'free + delta > -1e9) return delta;',
    secondsTest,
    'takes what there is',
  ],
  ['hide what was really taken', post, 'return -free;', 'return delta;', secondsTest, 'takes what there is'],
  [
    'lines of seconds without balance',
    post,
    'set ai_seconds_left = b.balance',
    'set ai_seconds_left = m.ai_seconds_left + 0 * b.balance',
    secondsTest,
    'changes balance and lines together',
  ],
  [
    'activate seconds without a line',
    activate,
    'grant.ai_seconds > 0 ? activateWithSeconds : activate',
    'activate',
    useTest,
    'grants permanent AI seconds',
  ],
  [
    'activate a line without seconds',
    activate,
    'm.ai_seconds_left + ${params.ai_seconds}::int',
    'm.ai_seconds_left + 0 * ${params.ai_seconds}::int',
    useTest,
    'grants permanent AI seconds',
  ],
  [
    'wrong sign for seconds of a reversal',
    `${cards}/reverse-cards.ts`,
    'delta: -seconds',
    'delta: seconds',
    exitsTest,
    'ends the access, keeps what was studied',
  ],
  [
    'wrong sign for seconds of an order',
    `${entitlements}/write-grant.ts`,
    'delta: grant.ai_seconds',
    'delta: -grant.ai_seconds',
    ordersTest,
    'revokes exactly that',
  ],
  [
    'keep the seconds of a refunded order',
    order,
    'delta: -(rows[0]?.seconds ?? 0)',
    'delta: 0 * (rows[0]?.seconds ?? 0)',
    ordersTest,
    'revokes exactly that',
  ],
  [
    'keep the seconds of a revoked entitlement',
    `${entitlements}/entitlements.resource.ts`,
    'seconds: -Number(row.amount)',
    'seconds: 0 * Number(row.amount)',
    entitlementsTest,
    'keeps the balance of seconds',
  ],
  [
    'return more seconds than were taken',
    `${entitlements}/entitlements.resource.ts`,
    'revoked_amount as seconds',
    'amount as seconds',
    entitlementsTest,
    'keeps the balance of seconds',
  ],
  [
    'note more seconds than were taken',
    `${entitlements}/entitlements.resource.ts`,
    'taken.get(id) ?? 0',
    'taken.get(id) ?? 1',
    entitlementsTest,
    'keeps the balance of seconds',
  ],
  [
    'make seconds by a merge',
    'server/src/features/members/merge/move-seconds.ts',
    'side(from, -amount), ',
    '',
    mergeTest,
    'moves everything',
  ],
  [
    'keep the seconds of a learner taken back',
    `${joining}/take-back-member.ts`,
    'delta: -seconds',
    'delta: 0 * seconds',
    `${joining}/new-members.test.ts`,
    'is undone with its quota',
  ],
  [
    'seconds changed with the wrong sign',
    'server/src/features/members/change-seconds.ts',
    'const delta = sign * input',
    'const delta = -sign * input',
    secondsTest,
    'adds and takes minutes',
  ],
  [
    'let an agency add seconds',
    'server/src/features/members/change-seconds.ts',
    "assert(!call.actor.admin.agency, 'access.denied');",
    '',
    secondsTest,
    'a missing reason and agencies',
  ],
];
