import type { Context } from '../src/core/context.ts';
import { consoleTokenOf } from '../src/http/console-token.ts';
import { cookies } from '../src/http/cookies.ts';

/** Makes this browser one that has opened the link which the console prints. */
export const openConsoleLink = (ctx: Context, person: { cookies: Map<string, string> }): void =>
  void person.cookies.set(cookies.console, consoleTokenOf(ctx.secrets));
