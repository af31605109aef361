import { scriptLevelChoices } from '../../domain/ai/scene-script.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const line = s.object({ en: s.string(), zh: s.string() });

const step = {
  /** What the teacher says now. */
  line,
  goals: s.array(s.object({ text: s.string(), zh: s.string(), is_done: s.boolean() })),
  /** What can be said now, and a good answer; null at the end. */
  hint: s.nullable(s.object({ task: s.string(), task_en: s.string(), model: line })),
  /** Seconds of talk left, counted as for a learner. */
  sec_left: s.integer(),
  /** Null while it goes on. `done`: the scene is at its end; `time`: the minute is over. */
  ended: s.nullable(s.literal('done', 'time')),
  /** The last answer was not played: its words are refused, or somebody should help. */
  refused: s.nullable(s.object({ is_care: s.boolean(), help_lines: s.array(s.string()) })),
};

/** Begins a trial talk of a minute without an account. `token` names it in the next steps. */
export const startTrial = contract({
  method: 'POST',
  path: '/open/ai-trials',
  body: {
    template_id: field.integer({ rules: 'required|min_value:1' }),
    level: field.choice(scriptLevelChoices, { rules: 'required' }),
    verify: field.text({ rules: 'required|max:500' }),
  },
  response: s.object({
    ...step,
    token: s.string(),
    intro: line,
    teacher: s.object({
      name: s.string(),
      avatar: s.nullable(s.string()),
      gender: s.integer(),
      language: s.string(),
      speech_rate: s.number(),
    }),
    /** What a member gets: scenes to choose from, and seconds of talk a day for free. */
    member: s.object({ scenes: s.integer(), daily_free_sec: s.integer() }),
  }),
});
export type TrialStart = SchemaValue<(typeof startTrial)['response']>;

/** What the teacher says to the last of these answers, which are all so far; a repeated request gives the same. */
export const continueTrial = contract({
  method: 'POST',
  path: '/open/ai-trials/next',
  body: {
    token: field.text({ rules: 'required|max:100' }),
    /** Texts of at most 200 characters. */
    answers: field.json({ rules: 'required' }),
  },
  response: s.object(step),
});
export type TrialStep = SchemaValue<(typeof continueTrial)['response']>;
