import { assignInput } from '../../kit/assign-input.ts';
import type { ResourceBehaviour } from '../../kit/behaviour.ts';
import { noticeMembers, rehearseNotice } from '../messages/public.ts';
import { updateIsAuth, updateRealName, updateStatus } from './change-member.ts';
import { grantCourses } from './grant-courses.ts';
import { readMemberStory } from './member-story.read.ts';

export const membersBehaviour: ResourceBehaviour = {
  read_from: 'member_rows',
  extend: (call, row) => readMemberStory(call.ctx.db, row.id),
  rehearse: { notification: rehearseNotice },
  actions: {
    'update-status': updateStatus,
    'update-is-auth': updateIsAuth,
    'update-real-name': updateRealName,
    grant: grantCourses,
    notification: noticeMembers,
    remark: assignInput('members', ['remark']),
  },
};
