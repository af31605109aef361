import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** What the developer area puts right by itself. */
export const repairNames = ['secret_mode', 'uploads', 'migrations', 'jobs', 'menus', 'videos'] as const;
export type RepairName = (typeof repairNames)[number];

const finding = s.object({
  level: s.literal('ok', 'warn', 'fail'),
  /** As the console prints it. */
  text: s.string(),
  fix: s.nullable(s.string()),
  repair: s.nullable(s.literal(...repairNames)),
});
export type HealthFinding = SchemaValue<typeof finding>;

/** The findings of `kaike doctor` about this server. */
export const checkHealth = contract({
  method: 'GET',
  path: '/admin/developments/health',
  response: s.object({ findings: s.array(finding) }),
});

/** Puts right what a finding offers; refused when none offers it any more. */
export const repairHealth = contract({
  method: 'POST',
  path: '/admin/developments/health/repair',
  body: {
    repair: field.choice(
      repairNames.map((name) => ({ value: name, key: name })),
      { rules: 'required' },
    ),
  },
  response: s.object({ findings: s.array(finding) }),
});
