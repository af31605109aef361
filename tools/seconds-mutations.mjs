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

const hold = 'server/src/features/ai-seconds/hold-seconds.ts';
const turns = 'server/src/features/ai-talk/turns';
const talkTest = 'server/src/features/ai-talk/talk.test.ts';
const nodesTest = 'server/src/features/ai-talk/talk-nodes.test.ts';

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
  [
    'take seconds that are set aside',
    post,
    'const free = left - held;',
    'const free = left;',
    secondsTest,
    'stay out of reach of everything else',
  ],
  [
    'charge more than is set aside',
    hold,
    'Math.min(sec, hold.free_sec + hold.paid_sec)',
    'Math.max(sec, 0 * hold.paid_sec)',
    secondsTest,
    'are charged up to the hold',
  ],
  [
    'charge bought seconds before free ones',
    hold,
    'Math.min(sec, spendable.free_today)',
    'Math.min(0, spendable.free_today)',
    secondsTest,
    'are charged up to the hold',
  ],
  [
    'spend the free seconds of a day again',
    hold,
    'free_sec = d.free_sec + excluded.free_sec',
    'free_sec = d.free_sec',
    secondsTest,
    'are charged up to the hold',
  ],
  [
    'set nothing aside',
    hold,
    'ai_seconds_held + ${paid}',
    'ai_seconds_held + 0 * ${paid}',
    secondsTest,
    'are charged up to the hold',
  ],
  [
    'keep what was set aside',
    hold,
    'ai_seconds_held - ${hold.paid_sec}',
    'ai_seconds_held - 0 * ${hold.paid_sec}',
    secondsTest,
    'are charged up to the hold',
  ],
  ['add seconds for a talk', hold, 'delta: -paid', 'delta: paid', secondsTest, 'are charged up to the hold'],
  [
    'begin a turn with nothing left',
    hold,
    "assert(plan, 'ai.balance_over');\n  return plan;",
    'return plan ?? { hold_sec: 1, reply_words: 1 };',
    nodesTest,
    'are set aside while a reply is written',
  ],
  [
    'keep the seconds of a reply that broke off',
    `${turns}/end-reply.ts`,
    'await releaseSeconds(trx, id, now);',
    '',
    nodesTest,
    'fails for its reader',
  ],
  [
    'charge a reply that broke off',
    `${turns}/end-reply.ts`,
    'await releaseSeconds(trx, id, now);',
    'await settleSeconds(trx, id, { sec: 5, now });',
    talkTest,
    'keeps a reply that breaks off',
  ],
  [
    'count a turn that is sent again',
    `${turns}/send-message.ts`,
    'if (known) return known;',
    '',
    talkTest,
    'takes fifteen copies of a turn as one',
  ],
  [
    'charge the same words twice',
    `${turns}/begin-turn.ts`,
    'typed_words: isCounted ? 0 : countWords(said.content)',
    'typed_words: isCounted ? countWords(said.content) : countWords(said.content)',
    talkTest,
    'stops within the words that were shown',
  ],
  [
    'prove without holds',
    'server/src/features/ai-seconds/prove-seconds.ts',
    ' or m.ai_seconds_held <> coalesce(h.holds, 0)',
    '',
    secondsTest,
    'stay out of reach of everything else',
  ],
];
