import type { Command } from './command.ts';

type Entry = { summary: string; load: () => Promise<{ command: Command }> };

/** All commands, loaded on demand. */
export const commands: Readonly<Record<string, Entry>> = {
  start: { summary: 'Start the server', load: () => import('../start.ts') },
  migrate: { summary: 'Bring the database schema up to date', load: () => import('../migrate.ts') },
  seed: { summary: 'Add what a new installation needs, once', load: () => import('../seed.ts') },
  'user:create': {
    summary: 'Create a user, for example another super administrator',
    load: () => import('../users/user-create.ts'),
  },
  'user:second-factor-reset': {
    summary: 'Reset the second factor of an administrator who lost it',
    load: () => import('../users/user-second-factor-reset.ts'),
  },
  backup: { summary: 'Write database and uploads into one file', load: () => import('../backup.ts') },
  restore: { summary: 'Restore a backup', load: () => import('../restore.ts') },
  doctor: { summary: 'Check the installation and say how to fix it', load: () => import('../doctor.ts') },
  'secret:change': {
    summary: 'Re-encrypt stored secrets after KAIKE_SECRET was changed',
    load: () => import('../secret-change.ts'),
  },
  'ledger:prove': {
    summary: 'Verify that every quota balance equals the sum of its ledger entries',
    load: () => import('../prove/ledger-prove.ts'),
  },
  'seconds:prove': {
    summary: 'Verify that every balance of AI seconds equals the sum of its ledger entries',
    load: () => import('../prove/seconds-prove.ts'),
  },
  'ai:lab': {
    summary: 'Test a scene of the AI teacher by its cases',
    load: () => import('../ai-lab.ts'),
  },
  'media:smaller': {
    summary: 'Count the videos without a smaller rendition, and queue them',
    load: () => import('../files/media-smaller.ts'),
  },
  'plugin:list': { summary: 'List the plugins and how they fare', load: () => import('../plugins/plugin-list.ts') },
  'plugin:install': {
    summary: 'Show what a plugin asks for, and install it or update to it',
    load: () => import('../plugins/plugin-install.ts'),
  },
  'plugin:on': { summary: 'Switch a plugin on', load: () => import('../plugins/plugin-on.ts') },
  'plugin:off': { summary: 'Switch a plugin off', load: () => import('../plugins/plugin-off.ts') },
  'plugin:remove': {
    summary: 'Remove a plugin, with or without its data',
    load: () => import('../plugins/plugin-remove.ts'),
  },
  'files:move': {
    summary: 'Move all files to another storage, or undo that',
    load: () => import('../files/files-move.ts'),
  },
  outbox: { summary: 'Print the link to the page with codes that were not sent', load: () => import('../outbox.ts') },
  down: { summary: 'Show everyone the maintenance page', load: () => import('../down.ts') },
  up: { summary: 'End maintenance', load: () => import('../up.ts') },
};
