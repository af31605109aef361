import type { ModerationLabel } from '@kaike/shared/domain/ai/moderation';

type ProductLabel = Exclude<ModerationLabel, 'school' | 'service'>;

/**
 * What is looked for in normalised text, by label. English stands between the ends of words; `*` at the end of a word takes
 * any ending, ` *` any word. Chinese stands anywhere. Only what hardly ever has an innocent sense in a language lesson is here: `kill time`,
 * `shoot a film`, `sex: female` and `做爱好者` are no offence. A school adds its own words.
 */
const english: Readonly<Record<ProductLabel, string>> = {
  self_harm: `
    suicide|suicidal|kill(?:ed|ing)? myself|(?:end|take|ending|taking) my (?:own )?life
    i (?:really |just |often |always )*(?:want|wanna|wish|need) (?:to )?(?:die|be dead)(?! (?:my|the|it|of|from|laughing))
    (?:wish|rather) (?:that )?i (?:was|were|had been) (?:dead|never born)|i'm ready to die|better off dead|no reason to live
    don't want to (?:live|be alive|exist)(?! (?:in|with|at|on|near|by|far|close|there|here|alone|abroad|together|under|next))
    tired of (?:living|being alive)(?! (?:in|with|at|on|near|there|here|alone|abroad|under|next))|self[- ]?harm*|harm(?:ing)? myself
    (?:cut|cutting|hurt|hurting|burn|burning) myself (?:on purpose|to feel|intentionally|deliberately)|cut(?:ting)? my wrists?|hang(?:ing)? myself
    overdos(?:e|ed|ing) on (?:pills|tablets|medicine|drugs|sleeping)|i (?:want|wanna|will|am going) (?:to )?jump off (?:a|the|my) (?:roof|building|bridge)`,
  abuse: `
    (?:father|mother|dad|mum|mom|stepfather|stepdad|uncle|parents?|teacher|coach|boyfriend|husband) (?:always |often |sometimes |still )?(?:hits?|beats?|rapes?|raped|molest(?:s|ed)|abuses?|abused) me(?! (?:at|in|to|by|up))
    (?:he|she|they|someone|somebody|a man) (?:raped|molested|sexually abused) me|touch(?:es|ed)? (?:me (?:down there|sexually|under my)|my private*)
    (?:am|was|i'm|being|been|got|get) (?:being |sexually |physically )*(?:abused|molested|raped|bullied)|(?:is|are|keeps?) bullying me|afraid to go home`,
  sexual: `
    porn*|blow ?jobs?|hand ?jobs?|masturbat*|orgasm*|dildo*|cum ?shot*|cumming|horny|nudes|sexting|hentai|gang ?bang*|threesome*|milf
    have sex|having sex|had sex|sex with|sexy (?:pics?|photos?|pictures?|video*)|sex (?:video*|chat|tape*|toy*|slave*)|oral sex|anal sex|make love (?:to|with) (?:me|you)
    fuck (?:me|you hard)|(?:suck|lick) (?:my|your) (?:dick|cock|pussy|tits?|balls)|penis|vagina*|clitoris|erection|pussy|tits|titties|boobs
    (?:send|show) (?:me )?(?:your )?(?:naked|nude) *|take off your (?:clothes|bra|panties|underwear)|rape|rapist`,
  violence: `
    (?:i'll|i will|i want to|i wanna|i'm going to|i am going to|i'm gonna|let's|help me) (?:kill|murder|stab|strangle|behead|torture|shoot) (?:you|him|her|them|everyone|my *|your *|the *)(?! (?:a|an) (?:message|email|mail|text|line|question))
    (?:make|build|making|building|buy) (?:a |an )?(?:bomb|explosives?|pipe bomb|grenade|molotov*)|how (?:to|do i|can i) (?:kill|murder|poison|kidnap|stab) (?:a (?:man|woman|person|child)|someone|somebody|people|him|her|my *)
    (?:shoot|blow|burn) up (?:the|my|a) (?:school|class*)|behead(?:ed|ing)?|ethnic cleansing`,
  insult: `
    fuck(?:s|ed|er|ers|ing)?|fck|fuk|mother ?fuck*|shit(?:head|ty)?|bullshit|bitch(?:es)?|son of a bitch|bastards?|ass ?holes?|dick ?head*|cunts?|whores?|sluts?|wankers?|twats?
    nigg(?:er|ers|a|as)|faggots?|retards?|retarded|chinks?|(?:you are|you're|u r) (?:so |such |really |a |an |very )*(?:stupid|idiots?|morons?|dumb(?:ass)?|trash|garbage)|shut the hell up|go to hell|drop dead|screw you|piss off`,
};

const chinese: Readonly<Record<ProductLabel, readonly string[]>> = {
  self_harm: [
    '自[杀殺](?!式)|自[残殘]|自[尽盡]|(?<![年减減])[轻輕]生(?![活命意产產])|割腕|跳[楼樓](?![价價大机機])',
    '不想活(?![动動跃躍到在])|活不下去|活[着著][没沒]意思|(?:我|真的|好|很)想死(?![你妳他她])|死了算了|[结結]束(?:我的|自己的?)生命',
  ],
  abuse: [
    '(?:爸|妈|媽|父亲|父親|母亲|母親|继父|繼父|叔叔|老师|老師|教练|教練|他|她|他们|他們)(?:经常|經常|总是|總是|天天|老是|又|总|總)?(?:打我(?!电|電|的?手|招呼)|揍我|虐待我|侵犯我|[强強][奸姦]我|欺[负負]我|摸我的?(?:胸|下面|私处|私處|身体|身體))',
    '(?<![国國大专專玩])家暴(?![富雨躁饮飲露涨漲跌])|被(?:人)?(?:性侵|猥[亵褻]|[强強][奸姦暴]|虐待|霸凌|校[园園]欺凌)|不敢回家',
  ],
  sexual: [
    '色情|淫[秽穢荡蕩]|(?<![叫当當看])做[爱愛](?!好|情|丽|麗|心|吃|的事)|(?<![男女异異同理感个個])性交(?![往流易际際换換通付给給])',
    '(?<![路出进進入门門窗港])口交(?![通易叉汇匯警接给給流代])|肛交|手淫|(?<!聊以)自慰|裸聊|裸照|[约約]炮|一夜情|援交|[卖賣]淫|嫖娼|[阴陰][茎莖]|[阴陰]道|[鸡雞]巴|射精|[骚騷][货貨]|[强強轮輪][奸姦]|[乱亂][伦倫]',
  ],
  violence: [
    '(?:[杀殺]|[弄砍捅打掐整])死(?:你|妳)|我(?:要|想|会|會)(?:去)?(?:(?:[杀殺砍捅])(?:死|了|掉)?|[打弄]死)(?:你|妳|他|她|全家|老[师師]|同[学學])',
    '(?:制作|製作|做|造|[买買])(?:一[个個]|[个個])?(?:炸[弹彈]|炸[药藥]|燃[烧燒]瓶|土[枪槍])|怎[么麼](?:[杀殺]人|下毒|[绑綁]架)|血洗',
  ],
  insult: [
    '傻[逼b屄]|煞[笔筆]|沙比|肏|(?<![体體早做])操你(?:妈|媽|娘|大爷|大爺|全家|祖宗)|(?<![花青小药藥野])草(?:泥马|泥馬|你(?:妈|媽|娘|大爷|大爺))|(?<![今明昨生])日你(?:妈|媽|娘|祖宗|先人)|[干幹]你娘',
    '他[妈媽]的|[妈媽]的?逼|你[妈媽]逼|去你[妈媽]|狗娘[养養]|王八蛋|混蛋|[贱賤]人|婊|[杂雜][种種]|[脑腦][残殘]|智障(?![人儿兒者学學])|去死吧|死全家|二逼',
  ],
};

const alternatives = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('|')
    .replaceAll(/(?<=[a-z])\*/g, "[\\p{L}']*")
    .replaceAll(' *', ' \\p{L}+');

export type WordList = { label: ModerationLabel; pattern: RegExp };

const listOf = (label: ProductLabel): WordList => ({
  label,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${alternatives(english[label])})(?![\\p{L}\\p{N}])|${chinese[label].join('|')}`,
    'u',
  ),
});

/** The product's own lists, the gravest first. */
export const wordLists: readonly WordList[] = (['self_harm', 'abuse', 'sexual', 'violence', 'insult'] as const).map(
  listOf,
);
