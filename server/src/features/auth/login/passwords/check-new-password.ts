import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';
import { isListed } from './common-passwords.ts';

type Owner = {
  username?: string | null | undefined;
  name?: string | null | undefined;
  mobile_phone?: string | null | undefined;
  email?: string | null | undefined;
};

const product = ['kaike', '开课'];
/** What must remain of a password once guessable words are removed. */
const fewest = { characters: 5, digits: 8 };
const minDifferent = 4;

/** Guesses of someone who knows the owner: names, mailbox, the mobile number and its ends. */
function wordsOf({ username, name, mobile_phone: mobile, email }: Owner): string[] {
  const numbers = mobile ? [mobile, mobile.slice(-8), mobile.slice(-6), mobile.slice(-4)] : [];
  return [username, name, email?.split('@')[0], ...numbers].flatMap((word) => (word ? [word] : []));
}

/** Two letters may occur by chance, two Chinese characters do not. */
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

/** A common password stays common with punctuation appended. */
const isCommon = (password: string): boolean =>
  isListed(password) || isListed(password.replace(/[^\p{L}\p{N}]+$/u, '')) || new Set(password).size < minDifferent;

/** Throws for an easily guessed password: a very common one, or one made of facts about its owner or this site. */
export async function checkNewPassword(ctx: Context, password: string, owner: Owner): Promise<void> {
  const small = password.toLowerCase();
  if (isCommon(small)) throw new AppError('auth.password_common', { field: 'password' });
  const words = [...product, await ctx.settings.get('school_name'), ...wordsOf(owner)];
  if (isPersonal(small, words)) throw new AppError('auth.password_personal', { field: 'password' });
}

/** The same for an existing account. */
export async function checkNewPasswordOf(ctx: Context, db: Db, userId: number, password: string): Promise<void> {
  const owner = await db
    .selectFrom('users')
    .select(['username', 'name', 'mobile_phone', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await checkNewPassword(ctx, password, owner);
}
