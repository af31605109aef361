import type { Context } from '../../../../core/context.ts';
import { createTextCheck, maskContacts } from '../../moderation/public.ts';
import { lookUp } from '../words/glossary/glossary.ts';

const english = (words: string): string => `\\b(?:${words})`;

/** What the teacher does not remember, whoever says it. Stems: one word too many is dropped, none is stored by mistake. */
const topics: readonly RegExp[] = [
  // Health.
  new RegExp(
    `病|症|癌|抑郁|焦虑|怀孕|过敏|糖尿|血压|残疾|手术|住院|吃药|服药|治疗|疼|确诊|失眠|自闭|多动|流产|心理咨询|健康状况|${english(
      'ill\\b|illness|sick|diseas|cancer|diabet|depress|anxi|pregnan|allerg|asthma|surger|medicat|disorder|disab|autis|adhd|hiv\\b|symptom|injur|pain(?:s|ful)?\\b|headache|therap|insomnia|diagnos|mental',
    )}`,
    'iu',
  ),
  // Belief.
  new RegExp(
    `信仰|宗教|信教|佛教|信佛|基督|天主|伊斯兰|穆斯林|教会|教堂|教徒|祷告|祈祷|清真|道教|${english(
      'religi|christian|muslim|islam|buddh|catholic|church|mosque|pray|god\\b|jew(?:s|ish)?\\b|hindu|atheis|faith|belie(?:f|ver)',
    )}`,
    'iu',
  ),
  // Politics.
  new RegExp(
    `政治|政党|党员|共产|国民党|选举|投票|政府|主席|总统|抗议|游行|罢工|独立运动|${english(
      'politic|communis|party member|democrat|republican|election|vot(?:e|ing)|government|president|protest|activis',
    )}`,
    'iu',
  ),
  // Addresses finer than a city.
  new RegExp(
    `住址|地址|门牌|小区|街道|\\d+\\s*[号弄室栋幢楼]|住.{0,12}[路街巷弄]|[路街巷弄]\\s*\\d|${english(
      'address|street|avenue|road|apartment|flat \\d|post ?code|zip ?code',
    )}`,
    'iu',
  ),
  // What would speak to a model instead of about a learner.
  new RegExp(`忽略|无视|指令|提示词|${english('ignore|disregard|instruction|prompt')}`, 'iu'),
];

/** The usual ones, without those that end common words: 历史老师, 基金经理, 小龙虾. */
const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田姜方石姚谭廖邹熊陆郝孔崔毛邱秦江顾侯邵孟万段';
const relations =
  '朋友|同学|同事|室友|老师|老板|领导|客户|妈妈|爸爸|母亲|父亲|妻子|丈夫|老公|老婆|太太|儿子|女儿|孩子|哥哥|姐姐|弟弟|妹妹|男友|女友';

/** Names of people as Chinese writes them. */
const chineseNames = new RegExp(
  `叫|名字|姓名|姓[${surnames}]|[小老阿][${surnames}](?!\\p{Script=Han}{2})|[${surnames}](?:先生|女士|小姐|老师|同学|阿姨|叔叔|医生|经理)|(?:${relations})(?:是|为)?(?!周[末一二三四五六日]|高[兴中]|方[便法])[${surnames}]\\p{Script=Han}{1,2}`,
  'u',
);

/** Whether a text has the name of a person as Chinese writes it. */
export const hasChineseName = (text: string): boolean => chineseNames.test(text);

/** Five digits are a number of somebody or something; years, ages and scores have fewer. So are as many numerals in a row. */
const hasNumber = (text: string): boolean =>
  (text.match(/\p{Nd}/gu)?.length ?? 0) > 4 ||
  /[零〇一二三四五六七八九幺两]{5}/u.test(text) ||
  /(?:\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double)\b[\s,-]*){5}/i.test(text);

/** A word that the glossary has as a name, or with a capital and unknown to it. Short forms and places are none. */
async function hasForeignName(text: string): Promise<boolean> {
  for (const word of text.match(/\p{Script=Latin}[\p{Script=Latin}'’]*/gu) ?? []) {
    if (/^\p{Lu}{1,6}$/u.test(word)) continue;
    const entry = await lookUp(word.toLowerCase().replace(/['’]s?$/, ''));
    if (entry ? /人名|姓氏/.test(entry.gloss) : /^\p{Lu}/u.test(word)) return true;
  }
  return false;
}

/** Whether a text must not be remembered. Code decides, not the model that proposes. */
export async function isRefused({ settings }: Pick<Context, 'settings'>, value: string): Promise<boolean> {
  const text = value.normalize('NFKC');
  if (maskContacts(text) !== text || /[@\\]|https?:|www\./i.test(text) || hasNumber(text)) return true;
  if (hasChineseName(text) || topics.some((topic) => topic.test(text)) || (await hasForeignName(text))) return true;
  return createTextCheck(await settings.get('ai_blocked_words'))(text) !== null;
}
