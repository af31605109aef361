/** What an entitlement opens: a course, or seconds with the AI teacher. */
export const entitlementKinds = ['course', 'ai_seconds'] as const;

/** What opened it. */
export const entitlementSources = ['card', 'order', 'admin', 'gift'] as const;
