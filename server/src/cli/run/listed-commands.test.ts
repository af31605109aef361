import { expect, it } from 'vitest';
import { listed } from '../../features/system/developer-area/commands/command-list.ts';
import { commands } from './commands.ts';

/** They stop the server, demand that it is stopped, or are guided by their help. */
const onlyHere = ['start', 'restore', 'secret:change', 'files:move'];

/** Generated and printed instead. */
const leftOut = ['user:create password', 'ledger:prove accept', 'seconds:prove accept'];

it('the developer area offers the commands of the console with their options', async () => {
  const names = Object.keys(commands).filter((name) => !onlyHere.includes(name));
  expect(Object.keys(listed).filter((name) => !listed[name]?.program)).toEqual(names);
  for (const name of names) {
    const loaded = await commands[name]?.load();
    const parameters = Object.entries(listed[name]?.parameters ?? {});
    const options = Object.entries(loaded?.command.options ?? {})
      .filter(([key]) => !leftOut.includes(`${name} ${key}`))
      .map(([key, { type }]) => [key, type === 'boolean']);
    const offered = parameters.filter(([, one]) => !one.positional).map(([key, { kind }]) => [key, kind === 'flag']);
    expect(offered.toSorted(), name).toEqual(options.toSorted());
    const positionals = parameters.filter(([, { positional }]) => positional).map(([key]) => key.toUpperCase());
    expect(positionals, name).toEqual([...(loaded?.command.parameters ?? [])]);
  }
});
