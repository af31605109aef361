import { scriptLevelChoices } from '../../domain/ai/scene-script.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

const choice = s.object({ value: s.integer(), label: s.string() });

/** Options for select boxes: published templates, optionally of one type or language, plus types, statuses and variables. */
export const getTemplateOptions = contract({
  method: 'GET',
  path: '/admin/ai-prompt-templates/options-list',
  query: { type: field.integer(), locale: field.text({ rules: 'max:20' }) },
  response: s.object({
    templates: s.array(
      s.object({
        value: s.integer(),
        label: s.string(),
        key: s.string(),
        type: s.integer(),
        locale: s.string(),
        template_version: s.integer(),
      }),
    ),
    types: s.array(choice),
    statuses: s.array(choice),
    variables: s.array(s.object({ type: s.integer(), names: s.array(s.string()) })),
  }),
});

const line = s.object({ en: s.string(), zh: s.string() });

/**
 * Plays a scripted scene from its beginning through these answers of the learner, and returns what the teacher says next.
 * Nothing is stored: the same level, seed and history always give the same answer. At most 200 answers of 500 characters.
 */
export const tryTemplate = contract({
  method: 'POST',
  path: '/admin/ai-prompt-templates/:id/try',
  body: {
    level: field.choice(scriptLevelChoices, { rules: 'required' }),
    history: field.json({ initial: [] }),
    /** Played in place of the stored one: what an editor has not saved yet. */
    scene: field.json({ nullable: true, initial: null }),
    /** Chooses among the variants of a line. */
    seed: field.integer({ rules: 'min_value:0|max_value:1000000', initial: 0 }),
  },
  response: s.object({
    intro: line,
    line,
    /** What the last answer was understood as; null before the first and when it was not understood. */
    intent: s.nullable(s.string()),
    goals: s.array(s.object({ text: s.string(), zh: s.string(), is_done: s.boolean() })),
    ended: s.boolean(),
    hint: s.nullable(s.object({ task: s.string(), task_en: s.string(), model: line })),
  }),
});

/** What keeps a scene from being stored: a code of the errors, and the place in the scene. Nothing is stored. */
export const checkScene = contract({
  method: 'POST',
  path: '/admin/ai-prompt-templates/check-scene',
  body: { scene: field.json({ rules: 'required' }) },
  response: s.object({ faults: s.array(s.object({ place: s.string(), code: s.string() })) }),
});
