import type { Context } from '../../../core/context.ts';

/** Key purpose for sealing words of the queue. */
const purpose = 'ai_moderation';

type Secrets = Pick<Context, 'secrets'>['secrets'];
/** What sealed words are bound to. */
type Owner = { message_id: number; direction: string };

const aboutOf = ({ message_id: id, direction }: Owner): string => `${id}/${direction}`;

export const sealText = (secrets: Secrets, owner: Owner, text: string): Buffer =>
  secrets.seal(purpose, text, aboutOf(owner));
export const openText = (secrets: Secrets, owner: Owner, sealed: Buffer): string =>
  secrets.open(purpose, sealed, aboutOf(owner)).toString('utf8');
