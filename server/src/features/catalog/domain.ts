import { courseJobs } from './courses/courses.jobs.ts';
import { coursesBehaviour } from './courses/courses.resource.ts';
import { coursesFeature } from './courses/courses.routes.ts';
import { fileJobs } from './files/files.jobs.ts';
import { filesFeature } from './files/files.routes.ts';
import { fileMovesFeature } from './files/moves/file-moves.routes.ts';
import { mediaFoldersBehaviour } from './media/folders/media-folders.resource.ts';
import { mediaJobs } from './media/media.jobs.ts';
import { mediaBehaviour } from './media/media.resource.ts';
import { mediaFeature } from './media/media.routes.ts';
import { notesFeature } from './notes/notes.routes.ts';
import { subjectsBehaviour } from './subjects/subjects.resource.ts';
import { teachersBehaviour } from './teachers/teachers.resource.ts';
import type { Domain } from '../domain.ts';

export const catalogDomain: Domain = {
  features: [filesFeature, fileMovesFeature, coursesFeature, mediaFeature, notesFeature],
  behaviours: {
    subjects: subjectsBehaviour,
    teachers: teachersBehaviour,
    courses: coursesBehaviour,
    media: mediaBehaviour,
    'media-folders': mediaFoldersBehaviour,
  },
  jobs: [...courseJobs, ...fileJobs, ...mediaJobs],
};
