-- The table is the one of the resource; the school changes its rows in the back office.
insert into badges (name, days)
values ('小有恒心', 3), ('坚持一周', 7), ('坚持一月', 30), ('百日不辍', 100), ('全年打卡', 365);
