type ColumnType = { type: string; from: string };

const domain = (type: string, file: string): ColumnType => ({ type, from: `@kaike/shared/domain/${file}` });
const snapshot = domain('ProductSnapshot', 'commerce/product-snapshot');
const channel = domain('PayChannel', 'commerce/order-status');
const stored = (type: string): ColumnType => ({ type, from: './types/stored-json.ts' });

/** Columns that hold less than their type in the database allows: codes of a fixed set, and JSON of one shape. */
export const columnTypes: Readonly<Record<string, ColumnType>> = {
  'captcha_challenges.vendor': stored('StoredCaptcha'),
  'card_approvals.action': domain('ApprovalAction', 'cards/card-approval'),
  'card_batches.product_snapshot': snapshot,
  'card_risks.evidence': stored('StoredEvidence'),
  'courses.attachments': stored('Addresses'),
  'logs.after': stored('LoggedValues'),
  'logs.before': stored('LoggedValues'),
  'menus.descriptions': stored('NamesByLocale'),
  'menus.names': stored('NamesByLocale'),
  'menus.own_params': stored('MenuParams'),
  'menus.own_responses': stored('MenuResponses'),
  'menus.own_use': stored('MenuUse'),
  'message_targets.facts': stored('NoticeFacts'),
  'oauth_states.purpose': domain('LoginPurpose', 'auth/third-party'),
  'pay_orders.channel': stored('OrderChannel'),
  'pay_orders.product_snapshot': snapshot,
  'pay_orders.status': domain('OrderStatus', 'commerce/order-status'),
  'pay_refunds.access': domain('RefundAccess', 'commerce/order-status'),
  'pay_refunds.order_status': stored('RefundedStatus'),
  'pay_trades.channel': channel,
  'plugins.manifest': domain('PluginManifest', 'system/plugins/plugin-manifest'),
  'plugins.settings': domain('PluginValues', 'system/plugins/plugin-manifest'),
  'plugins.state': domain('PluginState', 'system/plugins/plugin-manifest'),
  'products.course_facts': stored('FactsByCourse'),
  'agency_statements.types': stored('StatementTypes'),
  'study_certificates.courses': stored('StudiedCourses'),
};
