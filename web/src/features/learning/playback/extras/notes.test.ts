import { beforeEach, describe, expect, it } from 'vitest';
import { createNoteStore } from './note-store.ts';
import { fileNameOf, writeCourseNotes, writeNotes } from './write-notes.ts';

const memory = new Map<string, string>();
const keep = {
  getItem: (key: string) => memory.get(key) ?? null,
  setItem: (key: string, text: string) => void memory.set(key, text),
  removeItem: (key: string) => void memory.delete(key),
};
const note = { client_key: 'a', lesson_id: 7, at_sec: 5, body: '一' };

beforeEach(() => memory.clear());

describe('createNoteStore', () => {
  it('stores waiting notes, one per key, separately for each member', () => {
    const store = createNoteStore(1, keep);
    store.add(note);
    store.add({ ...note, body: '二' });
    store.add({ ...note, client_key: 'b' });
    expect(store.waiting().map(({ client_key: key, body }) => [key, body])).toEqual([
      ['a', '二'],
      ['b', '一'],
    ]);
    expect(createNoteStore(2, keep).waiting()).toEqual([]);
    store.remove('a');
    store.remove('b');
    expect([store.waiting(), memory.size]).toEqual([[], 0]);
  });

  it('keeps a draft until it is empty, and survives foreign content in the storage', () => {
    const store = createNoteStore(1, keep);
    store.saveDraft(7, { at_sec: 12, body: '没写完' });
    expect(store.draft(7)).toEqual({ at_sec: 12, body: '没写完' });
    store.saveDraft(7, { at_sec: 12, body: ' ' });
    expect(store.draft(7)).toBeNull();
    memory.set('kaike.notes.1', '{broken');
    expect(store.waiting()).toEqual([]);
  });
});

describe('writeNotes', () => {
  const notes = [
    { at_sec: 65, body: '后面\n第二行' },
    { at_sec: 5, body: '前面' },
  ];
  it('writes text and Markdown ordered by time', () => {
    expect(writeNotes('第一课', notes, 'txt')).toBe('第一课\n\n[00:05] 前面\n\n[01:05] 后面\n第二行\n');
    expect(writeNotes('第一课', notes, 'md')).toBe('# 第一课\n\n- **00:05** 前面\n\n- **01:05** 后面\n  第二行\n');
  });
  it('writes the notes of courses below the titles of course and lesson', () => {
    const courses = [{ title: '口语', lessons: [{ title: '第一课', notes: notes.slice(1) }] }];
    expect(writeCourseNotes(courses, 'txt')).toBe('《口语》\n\n第一课\n\n[00:05] 前面\n');
    expect(writeCourseNotes(courses, 'md')).toBe('# 口语\n\n## 第一课\n\n- **00:05** 前面\n');
  });
  it('builds valid file names', () => {
    expect([fileNameOf('a/b: c?'), fileNameOf('??')]).toEqual(['a b  c', 'notes']);
  });
});
