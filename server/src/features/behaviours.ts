import type { ResourceBehaviour } from '../kit/behaviour.ts';
import { coursesBehaviour } from './courses/courses.resource.ts';
import { mediaBehaviour } from './media/media.resource.ts';
import { rolesBehaviour } from './roles/roles.resource.ts';
import { subjectsBehaviour } from './subjects/subjects.resource.ts';
import { teachersBehaviour } from './teachers/teachers.resource.ts';

/** Behaviour of resources by name, for those whose definition is not enough; one line each. */
export const behaviours: Record<string, ResourceBehaviour> = {
  roles: rolesBehaviour,
  subjects: subjectsBehaviour,
  teachers: teachersBehaviour,
  courses: coursesBehaviour,
  media: mediaBehaviour,
};
