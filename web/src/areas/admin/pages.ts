/** URL of a page → the file below features that holds it; every other resource entry shows the generated pages. */
export const adminPages: Record<string, string> = {
  '/admin/index': 'admin-home/dashboard',
  '/admin/personage/index': 'personage/my-account',
  '/admin/trash': 'trash/trash',
  '/admin/personage/password': 'admin-home/change-password',
  '/admin/member-counts': 'statistics/member-counts',
  '/admin/pay-orders/reconcile': 'pay-orders/reconcile',
  '/admin/card-counts': 'statistics/card-counts',
  '/admin/configs': 'configs/configs',
  '/admin/menus': 'menus/menus',
  '/admin/file-log': 'file-log/file-log',
  '/admin/agency-home': 'agencies/agency-home',
  '/admin/agencies/:id/statement': 'agencies/statement',
  '/admin/card-batches/:id/cartons': 'card-batches/carton-labels',
  '/admin/card-cartons/scan': 'card-batches/scan-cartons',
  '/admin/card-themes/:id/design': 'card-themes/card-design',
  '/admin/card-batches/:id/print': 'card-batches/print-cards',
};
