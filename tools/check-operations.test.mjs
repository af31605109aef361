import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOtherNames } from './check-operations.mjs';

const source = (...lines) =>
  [
    "import * as notes from '@kaike/shared/contracts/notes';",
    "import { createNote } from './handlers/create-note.ts';",
    "import { deleteNote } from './notes.ts';",
    "import { listNotes } from '../notes/public.ts';",
    'const updateNote = async () => ({});',
    ...lines,
  ].join('\n');

test('an operation whose contract, handler and file are called alike is accepted, wrapped or passed on by another feature', () => {
  const accepted = source(
    'route.home(notes.createNote, { status: 201, handler: createNote });',
    'route.home(notes.listNotes, { handler: readable(listNotes) });',
    'developerRoute(notes.createNote, createNote);',
    'route.admin(any(method, path), { handler: (call) => handler(call, resource) });',
  );
  assert.deepEqual(findOtherNames(accepted), []);
});

test('another name, a handler in the route, one beside it and one in a file of another name are refused with their lines', () => {
  const refused = source(
    'route.home(notes.removeNote, { handler: deleteNote });',
    'route.home(notes.getNote, { handler: async (call) => call });',
    'route.home(notes.updateNote, { handler: updateNote });',
    'route.home(notes.deleteNote, { handler: deleteNote });',
    'developerRoute(notes.exportNotes, createNote);',
  );
  assert.deepEqual(findOtherNames(refused, 'notes.routes.ts'), [
    'notes.routes.ts:6 removeNote: its handler is deleteNote',
    'notes.routes.ts:7 getNote: its handler is written in the route',
    'notes.routes.ts:8 updateNote: its handler has no file of its own',
    'notes.routes.ts:9 deleteNote: its handler stands in notes.ts, not in delete-note.ts',
    'notes.routes.ts:10 exportNotes: its handler is createNote',
  ]);
});

test('a contract imported by its own name is refused', () => {
  const named =
    "import { createNote } from '@kaike/shared/contracts/notes';\nroute.home(createNote, { handler: createNote });";
  assert.deepEqual(findOtherNames(named, 'a.ts'), ['a.ts:2 createNote: import the contracts as a namespace']);
});
