/** Pages of the learner's area that need no activation, in the order of their definitions. Every browser loads this list, and no more than this. */
export const beforeActivation: readonly string[] = [
  '/home/cards/use-card',
  '/home/products',
  '/home/products/:id',
  '/home/pay-orders',
  '/home/pay-orders/:id',
  '/home/cashier/:trade_no',
  '/home/pay-order/sync-notify/:type',
  '/home/personage/index',
  '/home/personage/password',
  '/home/personage/devices',
  '/home/personage/ousers',
  '/home/personage/real-name',
  '/home/personage/close',
  '/home/update-mobile-phone',
  '/home/notices',
];
