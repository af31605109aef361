import { describe, expect, it } from 'vitest';
import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import { actionCommands, recordActions, recordCommands } from './palette-actions.ts';
import { isAbout, splitVerb } from './use-split.ts';
import { storeRecent, loadRecent, recentKeys } from './recent-choices.ts';

const t = (key: string, params?: Record<string, unknown>): string => [key, ...Object.values(params ?? {})].join(' ');
const entry = (resource: string, action: string, status = 1) =>
  ({ group: 'admin', status, resource, action, is_page: 0, url: '', in_menu: false }) as unknown as MenuEntry;
const sources = (menus: MenuEntry[]) => ({ t, menus, locale: 'zh-CN', theme: 'blue', mode: 'light' });
const keys = (menus: MenuEntry[]): string[] => actionCommands(sources(menus)).map(({ key }) => key);

describe('actionCommands', () => {
  it('offers create, import and export where the menu allows, and no other list actions', () => {
    const commands = actionCommands(
      sources([
        entry('courses', 'import'),
        entry('cards', 'export'),
        entry('courses', 'create'),
        entry('courses', 'delete'),
        entry('teachers', 'create', 2),
      ]),
    );
    expect(
      commands.filter(({ key }) => /members|cards|courses|teachers/.test(key)).map(({ key, url }) => [key, url]),
    ).toEqual([
      ['import:courses', '/admin/courses?do=import'],
      ['export:cards', '/admin/cards?do=export'],
      ['create:courses', '/admin/courses?open=0'],
    ]);
  });

  it('offers nothing the resource does not support, whatever the menu says', () => {
    expect(
      keys([entry('logs', 'import'), entry('nothing', 'create')]).filter((key) => /logs|nothing/.test(key)),
    ).toEqual([]);
  });

  it('offers everyone password, themes, languages, their runs and logout; not the current choices', () => {
    const own = keys([]);
    expect(own).toEqual(
      expect.arrayContaining(['password', 'runs', 'logout', 'mode:dark', 'locale:en', 'theme:purple']),
    );
    expect(own).not.toEqual(expect.arrayContaining(['mode:light']));
    expect(own.filter((key) => ['mode:light', 'locale:zh-CN', 'theme:blue'].includes(key))).toEqual([]);
  });
});

describe('recordActions', () => {
  const order = { resource: 'pay-orders', id: 7, title: 'KK20261120001', url: '/admin/pay-orders?open=7' };

  it('links to the action on the record for those who may use it', () => {
    expect(
      recordActions(sources([entry('pay-orders', 'refund')]), order).map(({ label, url }) => [label, url]),
    ).toEqual([['kit.say.any refund kit.row KK20261120001', '/admin/pay-orders?open=7&do=refund']]);
    expect(recordActions(sources([]), order)).toEqual([]);
  });

  it('a learner brings the verbs of the account and the lists of what belongs to them, found by what is done there', () => {
    const person = { resource: 'members', id: 3, title: '马静怡', url: '/admin/members?open=3' };
    const menus = [entry('users', 'reset-password'), entry('pay-orders', 'list')];
    const commands = recordCommands(sources(menus), person);
    expect(commands.map(({ url }) => url)).toEqual([
      '/admin/members?open=3&do=reset-password',
      '/admin/pay-orders?where%5Bmember_id%5D=3',
    ]);
    expect(commands.filter(({ keys: own }) => isAbout('refund', own)).map(({ url }) => url)).toEqual([
      '/admin/pay-orders?where%5Bmember_id%5D=3',
    ]);
    expect(recordCommands(sources([]), person)).toEqual([]);
  });

  it('a text begins with a verb where there is one more word', () => {
    expect(splitVerb('退款 马静怡')).toEqual({ verb: '退款', rest: '马静怡' });
    expect(splitVerb('reset  password mjy')).toEqual({ verb: 'reset', rest: 'password mjy' });
    expect([splitVerb('马静怡'), splitVerb('139 0000 1234'), splitVerb('退款 马')]).toEqual([null, null, null]);
  });

  it('offers only what the state of the record allows', () => {
    const card = { resource: 'cards', id: 1, title: 'KK1', url: '/admin/cards?open=1' };
    const names = (state: Record<string, unknown>) =>
      recordActions(sources([entry('cards', 'issue'), entry('cards', 'void')]), { ...card, state }).map(
        ({ key }) => key.split(':')[0],
      );
    expect(names({ state: 10 })).toContain('issue');
    expect(names({ state: 40 })).not.toContain('issue');
  });
});

describe('recent choices', () => {
  it('come first while still permitted; a record stays unchanged', () => {
    const [remembered] = actionCommands(sources([entry('courses', 'import')]));
    if (!remembered) throw new Error('no command');
    storeRecent(1, remembered);
    storeRecent(1, { key: 'members:3', group: 'records', label: '小李', note: '学员', url: '/admin/members?open=3' });
    storeRecent(1, { key: 'evil', group: 'records', label: 'x', note: '', url: 'https://elsewhere.test/' });
    expect(recentKeys(1)).toEqual(['members:3', 'import:courses']);
    expect(loadRecent(1, [remembered]).map(({ label }) => label)).toEqual([
      '小李',
      'palette.import resources.courses.name',
    ]);
    expect(loadRecent(1, []).map(({ label }) => label)).toEqual(['小李']);
    expect(loadRecent(2, [remembered])).toEqual([]);
  });
});
