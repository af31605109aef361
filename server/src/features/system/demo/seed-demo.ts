import { generateLessonVideo } from '../../../adapters/video/generate/generate.ts';
import type { Context } from '../../../core/context.ts';
import { hashPassword, makePassword } from '../../auth/login/public.ts';
import { makeAi } from './demo-ai.ts';
import { makeCardsInEveryState } from './demo-cards.ts';
import { makeCourses, makeProducts, makeVideos, type DrawVideo } from './demo-courses.ts';
import { makeLearning, sumUp } from './demo-learning.ts';
import { makeFiles } from './content/demo-materials.ts';
import { makeOrders } from './demo-orders.ts';
import { findDemoPassword, sealDemoPassword } from './demo-password.ts';
import { makeAgencies, makeMembers, storyCount } from './demo-people.ts';
import { makeSite } from './demo-site.ts';
import { makeStories } from './demo-stories.ts';
import { createRandom } from './random.ts';

const seedNumber = 20_261_121;

/** Adds the demo school once; its logins share one generated password, which is logged. */
export async function seedDemo(
  ctx: Context,
  { log, draw = generateLessonVideo }: { log: (text: string) => void; draw?: DrawVideo },
): Promise<void> {
  if ((await findDemoPassword(ctx)) !== null) return;
  const videos = await makeVideos(ctx, { log, draw });
  const files = await makeFiles(ctx);
  const password = makePassword();
  const passwordHash = await hashPassword(password);
  const now = ctx.clock();
  const random = createRandom(seedNumber);
  await ctx.db.transaction().execute(async (trx) => {
    const people = { trx, random, now, password_hash: passwordHash, secrets: ctx.secrets };
    const agencies = await makeAgencies(people);
    const members = await makeMembers(people, agencies);
    const { lessons, bySubject } = await makeCourses(ctx, trx, { videos, files });
    const products = await makeProducts(trx, bySubject);
    const studying = await makeCardsInEveryState({ ctx, trx, random, now }, products, { agencies, members });
    const teaching = { trx, random, now, lessons, secrets: ctx.secrets };
    const story = members.slice(0, storyCount);
    await makeLearning(
      teaching,
      studying.filter(({ member_id: id }) => !story.some((member) => member.id === id)),
    );
    await makeStories({ ctx, trx, now, lessons }, story);
    await sumUp(trx);
    await makeOrders(
      teaching,
      members
        .filter((_member, index) => index % 3 === 0)
        .map((member) => {
          const product = random.pick(products);
          return {
            member_id: member.id,
            agency_id: member.agency_id,
            product_id: product.id,
            joined_at: member.joined_at,
          };
        }),
    );
    await makeAi({ trx, now, members });
    await makeSite({ trx, random, now, members });
    await ctx.bus.publish(trx, 'configs');
    await trx
      .insertInto('app_state')
      .values({
        key: 'demo',
        value: JSON.stringify({ made_at: now.toISOString(), password: sealDemoPassword(ctx, password) }),
      })
      .execute();
  });
  log(`demo school: ready; learner_1 … learner_60 and agency_hz01, agency_hz02, agency_cd01 log in with ${password}`);
}
