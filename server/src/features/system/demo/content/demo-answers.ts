/** What a learner can do after each course of the demo school, by the course's number. */
export const demoOutcomes: Readonly<Record<string, string[]>> = {
  'KK-101': ['用 60 秒介绍自己，不打草稿', '点餐、问路、约人，张口就来', '听懂常见寒暄，并能接上一句'],
  'KK-102': ['独立完成值机、入境和入住', '遇到延误和退税，说得清需求', '在餐厅和商店从容应答'],
  'KK-103': ['分清长短元音和易混辅音', '听出连读和弱读', '照着录音自己纠音'],
  'KK-201': ['发起会议并确认议程', '得体地表达不同意见', '总结结论，分清谁做什么'],
  'KK-202': ['三段式写清一封邮件', '礼貌地催促和拒绝', '写好道歉与跟进'],
  'KK-203': ['从容开局，报出第一个价', '用条件换条件', '把谈成的结果落到纸面'],
  'KK-301': ['一张图说清十六种时态', '看懂长句里的从句', '写句子时少犯时态错误'],
  'KK-302': ['写出完整、清楚的句子', '用主题句撑起一段话', '对照清单自己改一遍'],
  'KK-401': ['抓住新闻听力的关键信息', '选词填空先定词性再定词义', '按步骤完成段落翻译'],
  'KK-402': ['两分钟独白不冷场', '用例子撑住观点', '听懂考官的追问'],
  'KK-501': ['看到单词就能拼读', '分清常见字母组合的发音', '自己读完一本小绘本'],
  'KK-502': ['听懂短剧里的日常对话', '用短句回应同伴', '大方地演完一段情景剧'],
};

/** Questions about a single course, by its number; those of the school come with the product. */
export const demoFaqs: Readonly<Record<string, { question: string; answer: string }[]>> = {
  'KK-101': [
    { question: '完全没学过，跟得上吗', answer: '可以。第一课从打招呼开始，每句都有中文字幕，可以放慢速度反复听。' },
    { question: '每天要花多少时间', answer: '一节课几分钟，建议每天学 10 分钟，三周学完。' },
  ],
  'KK-302': [{ question: '这门课为什么免费', answer: '它是写作系列的第一门，学完觉得合适，再考虑后面的课程。' }],
};

/** What the first teacher says to who has finished a course. */
export const demoClosingWords: Readonly<Record<string, string>> = {
  'KK-101': '第一天您只敢说 Hello，现在能点咖啡了。',
  'KK-501': '书架上的小绘本，现在可以自己读了。',
};
