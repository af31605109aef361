import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const parameter = s.object({
  name: s.string(),
  kind: s.literal('text', 'flag', 'choice'),
  required: s.boolean(),
  choices: s.array(s.string()),
});
export type CommandParameter = SchemaValue<typeof parameter>;

const command = s.object({ name: s.string(), parameters: s.array(parameter) });
export type CommandEntry = SchemaValue<typeof command>;

const run = s.object({
  id: s.integer(),
  /** As a person would type it. */
  line: s.string(),
  /** `lost`: the server restarted before it ended, and how it ended is unknown. */
  state: s.literal('running', 'done', 'failed', 'cancelled', 'lost'),
  exit_code: s.nullable(s.integer()),
  started_at: s.time(),
  ended_at: s.nullable(s.time()),
});
export type CommandRun = SchemaValue<typeof run>;

/** The commands that the area offers, and the last runs, latest first. */
export const listCommands = contract({
  method: 'GET',
  path: '/admin/developments/commands',
  response: s.object({ commands: s.array(command), runs: s.array(run) }),
});

/** Starts a command; one runs at a time. */
export const runCommand = contract({
  method: 'POST',
  path: '/admin/developments/commands',
  body: { command: field.text({ rules: 'required|max:40' }), parameters: field.json({ initial: {} }) },
  response: run,
});

/** What a run printed from a byte on, and how it stands; `next` is where to go on. */
export const getRunOutput = contract({
  method: 'GET',
  path: '/admin/developments/runs/:id',
  query: { from: field.integer({ initial: 0, rules: 'min_value:0' }) },
  response: s.object({ run, text: s.string(), next: s.integer() }),
});

export const cancelRun = contract({
  method: 'POST',
  path: '/admin/developments/runs/:id/cancel',
  response: run,
});
