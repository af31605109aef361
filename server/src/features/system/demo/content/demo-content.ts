import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { selfCheck, type DemoExtra } from './demo-materials.ts';

/** The demo school's catalogue: believable, small, and written for this product. */
export type DemoCourse = {
  sn: string;
  title: string;
  /** Twelve colours and motifs, each once. */
  cover_style: string;
  subtitle: string;
  subject: string;
  teachers: string[];
  level: string;
  tags: string[];
  list_yuan: number;
  sale_yuan: number;
  intro: string;
  hue: number;
  /** A lesson that is heard, at the end of the last chapter. */ sound?: string;
  is_free?: boolean;
  /** Its clip is shown to visitors as the trailer. */ has_trailer?: boolean;
  /** With subtitles on the first lesson, and a list of words to take home. */ has_words?: boolean;
  extras?: readonly DemoExtra[];
  chapters: { title: string; lessons: string[] }[];
};

export const demoSubjects = [
  { name: '英语口语', sign: '口', color: '#284a8c', intro: '从开口到自如交流' },
  { name: '商务英语', sign: '商', color: '#353b44', intro: '会议、邮件与谈判' },
  { name: '语法与写作', sign: '文', color: '#2c6d55', intro: '把句子写对、写好' },
  { name: '考试备考', sign: '考', color: '#8e2a49', intro: '四六级与雅思' },
  { name: '少儿英语', sign: '童', color: '#f4cd63', intro: '给 6 至 12 岁孩子的启蒙' },
];

export const demoTeachers = [
  {
    name: '林晓彤',
    english_name: 'Tina Lin',
    gender: 2,
    title: '口语主讲',
    country: '中国',
    motto: '不用先背单词。先开口，错了我帮您改。',
    intro: '八年成人口语教学经验，擅长零基础开口训练。',
  },
  {
    name: '周明远',
    english_name: 'Mingyuan Zhou',
    gender: 1,
    title: '商务英语主讲',
    country: '中国',
    motto: '会议上真正有用的，往往是最短的那句。',
    intro: '曾任外企培训经理，课程案例均来自真实工作场景。',
  },
  {
    name: '陈雨欣',
    english_name: 'Yuki Chen',
    gender: 2,
    title: '语法教研组长',
    country: '中国',
    motto: '语法是地图，不是考卷。',
    intro: '把复杂的语法讲成一张图。',
  },
  {
    name: '赵一凡',
    english_name: 'Ivan Zhao',
    gender: 1,
    title: '四六级主讲',
    country: '中国',
    motto: '题目会变，套路不变。',
    intro: '十二年备考辅导，熟悉每一类题型的命题思路。',
  },
  {
    name: '吴思琪',
    english_name: 'Suki Wu',
    gender: 2,
    title: '雅思主讲',
    country: '中国',
    motto: '考官想听的是您的想法。',
    intro: '雅思口语与写作双 8 分。',
  },
  {
    name: '艾玛·科尔',
    english_name: 'Emma Cole',
    gender: 2,
    title: '外教',
    country: '英国',
    motto: '慢一点，每个音都会清楚。',
    intro: '英国教学认证教师，发音清晰，节奏舒缓。',
  },
  {
    name: '丹尼尔·里德',
    english_name: 'Daniel Reed',
    gender: 1,
    title: '外教',
    country: '加拿大',
    motto: '记住一个故事，就记住了十个表达。',
    intro: '喜欢用故事带学生记住表达。',
  },
  {
    name: '孙佳怡',
    english_name: 'Joy Sun',
    gender: 2,
    title: '少儿英语主讲',
    country: '中国',
    motto: '先笑起来，再说出来。',
    intro: '儿歌、绘本与动作，让孩子愿意开口。',
  },
];

const lessons = (...titles: string[]): string[] => titles;

export const demoCourses: DemoCourse[] = [
  {
    sn: 'KK-101',
    title: '零基础英语开口课',
    cover_style: 'xiang-talk-row',
    subtitle: '21 天说出第一段自我介绍',
    subject: '英语口语',
    teachers: ['林晓彤', '艾玛·科尔'],
    level: 'A1',
    tags: ['零基础', '口语'],
    list_yuan: 399,
    sale_yuan: 299,
    hue: 212,
    intro: '从打招呼、介绍自己到点餐问路，每课一个场景，学完就能用。',
    has_trailer: true,
    has_words: true,
    chapters: [
      { title: '第一章 开口第一步', lessons: lessons('你好，怎么称呼', '介绍我的家乡', '谈谈我的工作') },
      { title: '第二章 日常场景', lessons: lessons('点一杯咖啡', '问路与指路', '约朋友见面') },
    ],
  },
  {
    sn: 'KK-102',
    title: '旅行英语随身学',
    cover_style: 'tianqing-hill-row',
    subtitle: '机场、酒店、餐厅一站式表达',
    subject: '英语口语',
    teachers: ['艾玛·科尔'],
    level: 'A2',
    tags: ['旅行', '口语'],
    list_yuan: 299,
    sale_yuan: 199,
    hue: 168,
    intro: '按行程顺序编排，出发前一周学完。',
    extras: [{ title: '情景对话：机场值机', type: lessonType.ai_scene, template: 'talk-airport' }],
    chapters: [
      { title: '第一章 出发', lessons: lessons('值机与安检', '飞机上的请求') },
      { title: '第二章 抵达', lessons: lessons('入境问答', '办理入住', '退税与购物') },
    ],
  },
  {
    sn: 'KK-103',
    title: '英语发音精讲',
    cover_style: 'zhusha-sound-slip',
    subtitle: '听得清，说得准',
    subject: '英语口语',
    teachers: ['林晓彤'],
    level: 'A2',
    tags: ['发音'],
    list_yuan: 269,
    sale_yuan: 199,
    hue: 24,
    intro: '逐一攻克中文母语者最常见的十二个发音难点。',
    sound: '随身听：连读跟读练习',
    chapters: [
      { title: '第一章 元音', lessons: lessons('长短元音', '双元音') },
      { title: '第二章 辅音与连读', lessons: lessons('th 与 s', '连读与弱读') },
    ],
  },
  {
    sn: 'KK-201',
    title: '商务会议英语',
    cover_style: 'dailan-circle-row',
    subtitle: '听懂、接话、推进',
    subject: '商务英语',
    teachers: ['周明远', '丹尼尔·里德'],
    level: 'B1',
    tags: ['职场', '会议'],
    list_yuan: 599,
    sale_yuan: 459,
    hue: 232,
    intro: '六场真实会议拆解，附可直接套用的句型。',
    chapters: [
      { title: '第一章 会前', lessons: lessons('发起会议邀请', '确认议程') },
      { title: '第二章 会中', lessons: lessons('表达不同意见', '把话题拉回来', '总结与分工') },
    ],
  },
  {
    sn: 'KK-202',
    title: '商务邮件写作',
    cover_style: 'tuohe-letter-row',
    subtitle: '写得清楚，回得得体',
    subject: '商务英语',
    teachers: ['周明远'],
    level: 'B1',
    tags: ['职场', '写作'],
    list_yuan: 399,
    sale_yuan: 329,
    hue: 196,
    intro: '询价、催款、道歉、跟进，二十个模板讲透语气。',
    chapters: [
      { title: '第一章 邮件的骨架', lessons: lessons('主题与开头', '正文三段式') },
      { title: '第二章 棘手的邮件', lessons: lessons('礼貌地催促', '拒绝与道歉') },
    ],
  },
  {
    sn: 'KK-203',
    title: '英语谈判实战',
    cover_style: 'mohui-balance-slip',
    subtitle: '争取、让步与成交',
    subject: '商务英语',
    teachers: ['丹尼尔·里德'],
    level: 'B2',
    tags: ['职场', '进阶'],
    list_yuan: 799,
    sale_yuan: 639,
    hue: 262,
    intro: '三轮报价演练，带你走完一次完整谈判。',
    chapters: [
      { title: '第一章 开局', lessons: lessons('破冰与试探', '报出第一个价') },
      { title: '第二章 收尾', lessons: lessons('交换条件', '落到纸面') },
    ],
  },
  {
    sn: 'KK-301',
    title: '英语语法地图',
    cover_style: 'zhuqing-map-row',
    subtitle: '一张图串起所有时态',
    subject: '语法与写作',
    teachers: ['陈雨欣'],
    level: 'A2',
    tags: ['语法'],
    list_yuan: 329,
    sale_yuan: 239,
    hue: 142,
    intro: '不背术语，用图和例句理解语法。',
    chapters: [
      { title: '第一章 时态', lessons: lessons('现在与过去', '完成时到底在说什么', '将来的五种说法') },
      { title: '第二章 从句', lessons: lessons('定语从句', '名词性从句') },
    ],
  },
  {
    sn: 'KK-302',
    title: '英语写作入门',
    cover_style: 'zheshi-lines-slip',
    subtitle: '从句子到段落',
    subject: '语法与写作',
    teachers: ['陈雨欣', '吴思琪'],
    level: 'B1',
    tags: ['写作'],
    list_yuan: 0,
    sale_yuan: 0,
    hue: 44,
    intro: '每课一篇短文，写完按三条标准自查。',
    is_free: true,
    extras: [
      { title: '自查清单：三条标准', type: lessonType.article, content: selfCheck, is_free: true },
      { title: '练习纸：四句成段', type: lessonType.document, file: 'worksheet' },
    ],
    chapters: [
      { title: '第一章 句子', lessons: lessons('一个句子一个意思', '让句子连起来') },
      { title: '第二章 段落', lessons: lessons('主题句', '展开与收束') },
    ],
  },
  {
    sn: 'KK-401',
    title: '大学英语四级冲刺',
    cover_style: 'qiezi-stairs-row',
    subtitle: '三十天提分计划',
    subject: '考试备考',
    teachers: ['赵一凡'],
    level: 'B1',
    tags: ['四级', '备考'],
    list_yuan: 499,
    sale_yuan: 369,
    hue: 348,
    intro: '听力、阅读、翻译、写作四个模块逐个击破。',
    chapters: [
      { title: '第一章 听力与阅读', lessons: lessons('短篇新闻怎么听', '选词填空', '长篇匹配') },
      { title: '第二章 翻译与写作', lessons: lessons('段落翻译', '应试作文') },
    ],
  },
  {
    sn: 'KK-402',
    title: '雅思口语 7 分班',
    cover_style: 'yanzhi-rings-row',
    subtitle: '三个部分逐题演练',
    subject: '考试备考',
    teachers: ['吴思琪', '艾玛·科尔'],
    level: 'B2',
    tags: ['雅思', '口语'],
    list_yuan: 999,
    sale_yuan: 799,
    hue: 288,
    intro: '覆盖当季高频话题，附考官评分点讲解。',
    chapters: [
      { title: '第一章 第一部分', lessons: lessons('家乡与住所', '工作与学习') },
      { title: '第二章 第二、三部分', lessons: lessons('人物类话题', '抽象讨论') },
    ],
  },
  {
    sn: 'KK-501',
    title: '自然拼读启蒙',
    cover_style: 'songhua-blocks-slip',
    subtitle: '见词能读，听音能写',
    subject: '少儿英语',
    teachers: ['孙佳怡'],
    level: 'A1',
    tags: ['少儿', '拼读'],
    list_yuan: 459,
    sale_yuan: 359,
    hue: 12,
    intro: '每课八分钟，和孩子一起唱、一起读。',
    chapters: [
      { title: '第一章 字母与声音', lessons: lessons('a 和 e 的故事', 'b、p 与 d', '拼一拼') },
      { title: '第二章 小绘本', lessons: lessons('小猫的帽子', '农场的早晨') },
    ],
  },
  {
    sn: 'KK-502',
    title: '少儿英语情景剧',
    cover_style: 'ouhe-stage-row',
    subtitle: '演出来就记住了',
    subject: '少儿英语',
    teachers: ['孙佳怡', '丹尼尔·里德'],
    level: 'A1',
    tags: ['少儿', '口语'],
    list_yuan: 399,
    sale_yuan: 299,
    hue: 88,
    intro: '四幕小短剧，适合两个孩子一起排练。',
    chapters: [
      { title: '第一章 在学校', lessons: lessons('新同学', '借一支铅笔') },
      { title: '第二章 在家里', lessons: lessons('生日派对', '帮妈妈的忙') },
    ],
  },
];

export const demoProducts = [
  {
    sn: 'P-ORAL',
    title: '口语畅学年卡',
    intro: '从发音到旅行对话，三门口语课一年内随时学。',
    subjects: ['英语口语'],
    term_mode: 2,
    term_value: 12,
    list_yuan: 899,
    sale_yuan: 599,
  },
  {
    sn: 'P-BIZ',
    title: '职场英语半年卡',
    intro: '会议、邮件、谈判，半年补齐职场英语的三块短板。',
    subjects: ['商务英语'],
    term_mode: 2,
    term_value: 6,
    list_yuan: 1299,
    sale_yuan: 899,
  },
  {
    sn: 'P-EXAM',
    title: '备考冲刺 90 天',
    intro: '四级与雅思口语集中冲刺，按 90 天安排进度。',
    subjects: ['考试备考'],
    term_mode: 1,
    term_value: 90,
    list_yuan: 1299,
    sale_yuan: 799,
  },
  {
    sn: 'P-KIDS',
    title: '少儿启蒙年卡',
    intro: '自然拼读加情景剧，适合 6 至 12 岁的孩子和家长一起学。',
    subjects: ['少儿英语'],
    term_mode: 2,
    term_value: 12,
    list_yuan: 799,
    sale_yuan: 499,
  },
  {
    sn: 'P-ALL',
    title: '全科畅学年卡',
    intro: '五个科目的课程一年畅学，适合想同时学几个方向的人。',
    subjects: ['英语口语', '商务英语', '语法与写作', '考试备考', '少儿英语'],
    term_mode: 2,
    term_value: 12,
    list_yuan: 2999,
    sale_yuan: 1999,
  },
];

export const demoAgencies = [
  { code: 'HZ01', name: '杭州西湖教育', contact: '沈国华', parent: null, quota: 600 },
  { code: 'HZ02', name: '杭州滨江学堂', contact: '许文静', parent: 'HZ01', quota: 200 },
  { code: 'CD01', name: '成都锦程培训', contact: '唐志强', parent: null, quota: 400 },
];

export const demoSurnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗'.split('');
export const demoGivenNames =
  '子涵 欣怡 梓轩 雨桐 浩然 思远 佳宁 一诺 俊杰 诗涵 明轩 可馨 宇航 若曦 嘉豪 语嫣 天佑 静怡 志远 晓雯'.split(' ');
