/** URL of a page → the file below features that holds it. */
export const homePages: Record<string, string> = {
  '/home/index': 'home/home-index',
  '/home/courses': 'courses/my-courses',
  '/home/courses/:id': 'courses/course',
  '/home/lessons/:id': 'watching/lesson',
  '/home/cards/use-card': 'cards/activate-card',
  '/home/learning-records': 'watching/my-records',
  '/home/personage/index': 'auth/personage',
  '/home/personage/password': 'auth/change-password',
  '/home/products': 'orders/products',
  '/home/products/:id': 'orders/product',
  '/home/pay-orders': 'orders/my-orders',
  '/home/pay-orders/:id': 'orders/order',
  '/home/cashier/:trade_no': 'orders/cashier',
};
