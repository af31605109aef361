-- A course keeps what its drawn cover looks like: colour, motif and layout, such as xiang-talk-row; empty follows from the title.
alter table courses add column cover_style text not null default '' check (char_length(cover_style) <= 40);

-- A subject is marked by one sign in a square instead of an icon; empty: the first sign of its name.
alter table subjects drop column icon;
alter table subjects add column sign text not null default '' check (char_length(sign) <= 1);

-- The colour nearest to that of the subject or of the nearest above, else the colours in turn; the words are those of domain/covers/cover-style.ts.
with palette (place, name, ground) as (
  values (0, 'dailan', '284a8c'), (1, 'tianqing', 'bcdcdd'), (2, 'zhuqing', '2c6d55'), (3, 'songhua', 'dde7b4'),
    (4, 'xiang', 'f4cd63'), (5, 'zheshi', '9c4d2b'), (6, 'zhusha', 'c13f2c'), (7, 'yanzhi', '8e2a49'),
    (8, 'ouhe', 'e6d3e4'), (9, 'qiezi', '4a3675'), (10, 'tuohe', 'e9d8bd'), (11, 'mohui', '353b44')
), numbered as (
  select c.id, row_number() over (order by c.id) as number,
    (select decode(right(a.color, 6), 'hex') from subjects s join subjects a on a.lft <= s.lft and a.rgt >= s.rgt
      where s.id = c.subject_id and s.deleted_at is null and a.deleted_at is null and a.color ~ '^#[0-9a-f]{6}$'
      order by a.lft desc limit 1) as ground
  from courses c
), colored as (
  select n.id, (select p.name from palette p order by
      case when n.ground is null then abs(p.place - n.number % 12) else
        power(get_byte(decode(p.ground, 'hex'), 0) - get_byte(n.ground, 0), 2)
        + power(get_byte(decode(p.ground, 'hex'), 1) - get_byte(n.ground, 1), 2)
        + power(get_byte(decode(p.ground, 'hex'), 2) - get_byte(n.ground, 2), 2) end, p.place limit 1) as color
  from numbered n
)
update courses c set cover_style = o.color || '-' || case
    when c.title ~* '邮件|书信|信函|email|letter' then 'letter'
    when c.title ~* '口语|对话|会话|演讲|沟通|开口|speaking|conversation' then 'talk'
    when c.title ~* '旅|地理|户外|travel' then 'hill'
    when c.title ~* '写|书法|楷|作文|语文|writing' then 'lines'
    when c.title ~* '少儿|小学|拼|几何|积木|思维|kids' then 'blocks'
    when c.title ~* '音|筝|琴|胡|歌|听力|music|listening' then 'sound'
    when c.title ~* '考|冲刺|证|级|exam' then 'stairs'
    when c.title ~* '剧|戏|舞|表演|drama' then 'stage'
    when c.title ~* '税|谈判|财|会计|法律|finance' then 'balance'
    when c.title ~* '会议|管理|团队|职场|meeting' then 'circle'
    when c.title ~* '语法|数据|编程|地图|grammar|python' then 'map'
    else (array['sound', 'circle', 'balance', 'map', 'stairs', 'rings', 'blocks', 'hill'])[c.id % 8 + 1] end
  || case when c.id % 3 = 0 and char_length(c.title) <= 8 and c.title !~ '[A-Za-z0-9（(【]' then '-slip' else '-row' end
from colored o where o.id = c.id;
