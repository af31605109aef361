import { maxMemoryLength, memoryKinds } from '../../domain/ai/learner/memory.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const memory = s.object({
  id: s.integer(),
  kind: s.literal(...memoryKinds),
  text: s.string(),
  /** The talk it was said in; null when the learner wrote it. */
  chat: s.nullable(s.object({ id: s.integer(), title: s.string() })),
});
export type Memory = SchemaValue<typeof memory>;

/** What the teacher remembers of the learner, newest first, and whether more may be added. */
export const listMemories = contract({
  method: 'GET',
  path: '/home/ai-memories',
  response: s.object({
    /** Nothing is used or added unless `on`. */
    state: s.literal('on', 'needs_service', 'needs_guardian', 'needs_consent'),
    /** Who would receive it, for the consent; null while no service is there. */
    recipient: s.nullable(s.string()),
    /** The recipient as people read it; null for a service without a name of its own. */
    name: s.nullable(s.string()),
    /** The consent that holds, whether the service is there or not. */
    granted_at: s.nullable(s.time()),
    /** The learner agreed or refused before. */
    is_answered: s.boolean(),
    memories: s.array(memory),
  }),
});
export type Memories = SchemaValue<(typeof listMemories)['response']>;

const body = {
  kind: field.choice(
    memoryKinds.map((value) => ({ value, key: value })),
    { rules: 'required' },
  ),
  text: field.text({ rules: `required|max:${maxMemoryLength}` }),
};

export const createMemory = contract({
  method: 'POST',
  path: '/home/ai-memories',
  body,
  response: s.object({ memory }),
});

/** Changes it; one that was removed less than an hour ago comes back. */
export const updateMemory = contract({
  method: 'PUT',
  path: '/home/ai-memories/:id',
  body,
  response: s.object({ memory }),
});

/** For an hour `updateMemory` brings it back; then it is erased. */
export const deleteMemory = contract({ method: 'DELETE', path: '/home/ai-memories/:id', response: s.object({}) });

/** Erases everything at once, for good. */
export const deleteAllMemories = contract({ method: 'DELETE', path: '/home/ai-memories', response: s.object({}) });
