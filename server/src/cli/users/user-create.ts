import { isStrongPassword } from '../../config.ts';
import { createUser, makePassword } from '../../features/auth/login/public.ts';
import { textOf, UsageError, type Command } from '../run/command.ts';
import { printLine } from '../run/print-line.ts';
import { withContext } from '../run/with-database.ts';

const ROLES = ['super_admin', 'none'];

export const command: Command = {
  options: {
    username: { type: 'string', value: 'NAME', description: 'login name' },
    role: {
      type: 'string',
      value: 'ROLE',
      description:
        'super_admin, or none for a user without roles, who is no learner: those register or are entered in the back office',
    },
    password: {
      type: 'string',
      value: 'TEXT',
      description: "generated and printed when absent, which keeps it out of the shell's history",
    },
  },
  async run({ values }) {
    const username = textOf(values, 'username');
    const role = textOf(values, 'role');
    const passwordOption = textOf(values, 'password');
    if (username === null) throw new UsageError('--username is missing.');
    if (role === null || !ROLES.includes(role)) throw new UsageError(`--role must be ${ROLES.join(' or ')}.`);
    if (passwordOption !== null && !isStrongPassword(passwordOption))
      throw new UsageError('--password must have 8 to 72 characters with at least one letter and one digit.');
    const password = passwordOption ?? makePassword();
    const { id } = await withContext((ctx) =>
      createUser(ctx, { username, password, role: role === 'super_admin' ? role : null }),
    );
    printLine(`Created user ${id} "${username}".`);
    if (passwordOption === null) printLine(`Password: ${password}`);
    return undefined;
  },
};
