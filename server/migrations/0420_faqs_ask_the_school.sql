-- A school need not have set a contact: the answers that every school comes with ask the school. Those it has changed stay.
update faqs set answer = replace(answer, '联系客服', '联系学校'), version = version + 1, updated_at = now() where answer in (
  '一张卡只能激活一次，请先到“我的课程”看看是否已经开通。如果不是您本人激活的，请准备好卡片照片联系客服。',
  '旧手机号还能收短信的，在“我的”里更换手机号即可。收不到短信的，请联系客服核对身份后更换。'
);
update faqs set answer = replace(answer, '发给客服', '发给学校'), version = version + 1, updated_at = now() where answer =
  '一般几秒内就会开通，请到“我的 · 订单”打开这笔订单看看。几分钟后仍未开通，请把订单号发给客服。';
