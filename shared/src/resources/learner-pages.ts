/** Pages of the learner's area; those open before activation are listed in `domain/before-activation.ts`, too. */
export const learnerPages = [
  { area: 'home', url: '/home/index', key: 'home_index', icon: 'home', sort: 1, in_menu: true },
  { area: 'home', url: '/home/courses', key: 'my_courses', icon: 'book-open', sort: 2, in_menu: true },
  { area: 'home', url: '/home/courses/:id', key: 'course', icon: 'book-open', sort: 3 },
  { area: 'home', url: '/home/lessons/:id', key: 'lesson', icon: 'play', sort: 4 },
  { area: 'home', url: '/home/cards/use-card', key: 'use_card', icon: 'ticket', sort: 5, in_menu: true, before_activation: true },
  { area: 'home', url: '/home/products', key: 'products', icon: 'ticket', sort: 8, before_activation: true },
  { area: 'home', url: '/home/products/:id', key: 'product', icon: 'ticket', sort: 9, before_activation: true },
  { area: 'home', url: '/home/pay-orders', key: 'my_orders', icon: 'file-text', sort: 10, before_activation: true },
  { area: 'home', url: '/home/pay-orders/:id', key: 'my_order', icon: 'file-text', sort: 11, before_activation: true },
  { area: 'home', url: '/home/cashier/:trade_no', key: 'cashier', icon: 'ticket', sort: 12, before_activation: true },
  { area: 'home', url: '/home/learning-records', key: 'my_records', icon: 'bar-chart', sort: 6, in_menu: true },
  { area: 'home', url: '/home/personage/index', key: 'personage', icon: 'user', sort: 7, in_menu: true, before_activation: true },
  { area: 'home', url: '/home/personage/password', key: 'change_password', icon: 'key', sort: 8, before_activation: true },
] as const;
