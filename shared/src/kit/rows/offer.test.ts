import { describe, expect, it } from 'vitest';
import {
  cardActions,
  cardRefusal,
  cardState,
  shownStatus,
  type CardFacts,
  type CardState,
} from '../../domain/cards/card-state.ts';
import { templateType } from '../../domain/ai/ai-template.ts';
import { courseStatus } from '../../domain/catalog/courses/course-status.ts';
import { resources } from '../../resources/index.ts';
import { cards } from '../../resources/cards/cards.ts';
import { isOffered, offeredRows } from './offer.ts';
import { canSet, onOffOf, quickEditWay, type QuickEditWay } from './quick-edit.ts';

describe('isOffered', () => {
  it('checks every condition; a missing field is left to the server', () => {
    const action = {
      when: [
        { field: 'state', in: [1, null] },
        { field: 'frozen_at', is_set: false },
      ],
    } as const;
    expect(isOffered(action, { state: 1, frozen_at: null })).toBe(true);
    expect(isOffered(action, { state: null, frozen_at: '' })).toBe(true);
    expect(isOffered(action, { state: 2, frozen_at: null })).toBe(false);
    expect(isOffered(action, { state: 1, frozen_at: '2026-01-01T00:00:00Z' })).toBe(false);
    expect(isOffered(action, {})).toBe(true);
    expect(isOffered({}, { state: 9 })).toBe(true);
    expect(offeredRows(action, [{ state: 1 }, { state: 2 }, { state: 1 }])).toHaveLength(2);
  });

  it('offers for a card exactly what the state table allows the back office', () => {
    const now = new Date('2026-06-01T00:00:00Z');
    for (const state of Object.values(cardState) as CardState[]) {
      for (const frozen_at of [null, '2026-05-01T00:00:00Z']) {
        for (const redeem_end_at of [null, '2026-05-20T00:00:00Z', '2026-06-10T00:00:00Z', '2027-06-10T00:00:00Z']) {
          const card: CardFacts = { state, frozen_at, redeem_end_at };
          for (const name of ['issue', 'freeze', 'unfreeze', 'void'] as const) {
            expect(name in cardActions).toBe(true);
            const may = cardRefusal(name, card, { actor: 'administrator', now }) === null;
            expect(
              isOffered(cards.actions?.[name] ?? {}, { ...card, shown_status: shownStatus(card, now) }),
              `${name} in ${state}`,
            ).toBe(may);
          }
        }
      }
    }
  });
});

describe('quick edits', () => {
  const wayOf = (resource: string, name: string): QuickEditWay => {
    const definition = resources.find((one) => one.name === resource);
    const way = definition ? quickEditWay(definition, name) : null;
    if (!way) throw new Error(`${resource}.${name} is edited in the list`);
    return way;
  };

  it('a boolean, and a choice of just on and off, is switched', () => {
    expect(onOffOf(wayOf('subjects', 'status').field)).toMatchObject({ on: { value: 1 }, off: { value: 0 } });
    expect(onOffOf(wayOf('ai-prompt-templates', 'for_trial').field)).toMatchObject({ on: { value: true } });
    expect(onOffOf(wayOf('courses', 'status').field)).toBeNull();
    expect(onOffOf(wayOf('browser-errors', 'status').field)).toBeNull();
    expect(onOffOf(wayOf('subjects', 'name').field)).toBeNull();
  });

  it('a value can be taken back where the action allows the way there, and the field applies', () => {
    const [draft, published] = [courseStatus.draft, courseStatus.published];
    expect(canSet(wayOf('courses', 'status'), { status: published }, [published, draft])).toBe(false);
    expect(canSet(wayOf('courses', 'status'), { status: draft }, [draft, published])).toBe(true);
    expect(canSet(wayOf('courses', 'title'), {}, ['A', 'B'])).toBe(true);
    expect(canSet(wayOf('ai-prompt-templates', 'for_trial'), { type: templateType.persona }, [false, true])).toBe(
      false,
    );
    expect(canSet(wayOf('ai-prompt-templates', 'for_trial'), { type: templateType.scene }, [false, true])).toBe(true);
  });
});

describe('definitions', () => {
  it.each(resources.map((resource) => [resource.name, resource] as const))(
    '%s: conditions, quick edits and copies name fields that are there',
    (_name, resource) => {
      for (const action of Object.values(resource.actions ?? {}))
        for (const { field } of action.when ?? []) expect(resource.fields).toHaveProperty([field]);
      for (const key of resource.list.quick_edit ?? []) expect(quickEditWay(resource, key), key).not.toBeNull();
      for (const key of resource.list.copy ?? []) expect(resource.fields).toHaveProperty([key]);
    },
  );

  it('an action that requires more than the field is not a quick edit', () => {
    const members = resources.find(({ name }) => name === 'members');
    const courses = resources.find(({ name }) => name === 'courses');
    if (!members || !courses) throw new Error('both are registered');
    expect(quickEditWay({ ...members, list: { ...members.list, quick_edit: ['status'] } }, 'status')).toBeNull();
    expect(quickEditWay(courses, 'status')).toMatchObject({
      permission: 'change-status',
      action: { name: 'change-status' },
    });
    expect(quickEditWay(courses, 'remark')).toMatchObject({ permission: 'update', action: null });
    expect(quickEditWay(courses, 'intro')).toBeNull();
  });
});
