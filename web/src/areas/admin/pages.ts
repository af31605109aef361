/** URL of a page → the file below features that holds it; every other resource entry shows the generated pages. */
export const adminPages: Record<string, string> = {
  '/admin/index': 'admin-home/dashboard',
  '/admin/personage/password': 'admin-home/change-password',
  '/admin/card-batches/:id/print': 'card-batches/print-cards',
};
