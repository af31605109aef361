import { choicesOf, type Transition, type ValueIn } from '../status.ts';

export const productStatus = { draft: 0, on: 1, off: 2 } as const;
export type ProductStatus = ValueIn<typeof productStatus>;
export const productStatusChoices = choicesOf(productStatus, { draft: 'muted', on: 'success', off: 'warning' });

export const productType = { courses: 1, ai_minutes: 2, both: 3 } as const;
export type ProductType = ValueIn<typeof productType>;
export const productTypeChoices = choicesOf(productType);

export const termMode = { days: 1, months: 2, fixed_end: 3, permanent: 4 } as const;
export type TermMode = ValueIn<typeof termMode>;
export const termModeChoices = choicesOf(termMode);

/** What another card does to access the member already has. */
export const stackRule = { extend: 1, extend_if_running: 2, from_now: 3, refuse_while_running: 4 } as const;
export type StackRule = ValueIn<typeof stackRule>;
export const stackRuleChoices = choicesOf(stackRule);

export const entitlementKinds = ['course', 'ai_seconds'] as const;
export type EntitlementKind = (typeof entitlementKinds)[number];
export const entitlementSources = ['card', 'order', 'admin', 'gift'] as const;
export type EntitlementSource = (typeof entitlementSources)[number];

export const productActions = {
  put_on: { from: [productStatus.draft, productStatus.off], to: productStatus.on },
  take_off: { from: [productStatus.on], to: productStatus.off },
} as const satisfies Record<string, Transition<ProductStatus>>;
