import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/pool.ts';
import { AppError } from '../../../core/app-error.ts';
import { isListed } from './common-passwords.ts';

type Owner = {
  username?: string | null | undefined;
  name?: string | null | undefined;
  mobile_phone?: string | null | undefined;
  email?: string | null | undefined;
};

const product = ['kaike', '开课'];
/** How much has to be left of a password without the words everybody can know. */
const fewest = { characters: 5, digits: 8 };
const fewestDifferent = 4;

/** What those who know somebody try: names and the mailbox, the mobile number and its ends. */
function wordsOf({ username, name, mobile_phone: mobile, email }: Owner): string[] {
  const numbers = mobile ? [mobile, mobile.slice(-8), mobile.slice(-6), mobile.slice(-4)] : [];
  return [username, name, email?.split('@')[0], ...numbers].flatMap((word) => (word ? [word] : []));
}

/** Two letters are by chance in a password, two Chinese characters are not. */
const isDistinctive = (word: string): boolean => word.length >= (/^[ -~]*$/.test(word) ? 4 : 2);

function isPersonal(password: string, words: readonly string[]): boolean {
  const personalWords = words
    .map((word) => word.toLowerCase())
    .filter((word) => isDistinctive(word) && password.includes(word))
    .toSorted((a, b) => b.length - a.length);
  if (personalWords.length === 0) return false;
  const rest = personalWords
    .reduce((text, word) => text.replaceAll(word, ''), password)
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return rest.length < fewest.characters || (/^\d*$/.test(rest) && rest.length < fewest.digits) || isListed(rest);
}

/** With a sign or two behind it, a common password is as common. */
const isCommon = (password: string): boolean =>
  isListed(password) || isListed(password.replace(/[^\p{L}\p{N}]+$/u, '')) || new Set(password).size < fewestDifferent;

/** Throws for a password that is guessed first: among the most used ones, or made of what is known of its owner and this site. */
export async function checkNewPassword(ctx: Context, password: string, owner: Owner): Promise<void> {
  const small = password.toLowerCase();
  if (isCommon(small)) throw new AppError('auth.password_common', { field: 'password' });
  const words = [...product, await ctx.settings.get('school_name'), ...wordsOf(owner)];
  if (isPersonal(small, words)) throw new AppError('auth.password_personal', { field: 'password' });
}

/** The same for somebody who has an account. */
export async function checkNewPasswordOf(ctx: Context, db: Db, userId: number, password: string): Promise<void> {
  const owner = await db
    .selectFrom('users')
    .select(['username', 'name', 'mobile_phone', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await checkNewPassword(ctx, password, owner);
}
