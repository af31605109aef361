import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import siteWords from 'virtual:locale/site';
import { courses } from '@kaike/shared/resources/catalog/courses';
import { products } from '@kaike/shared/resources/commerce/products';
import { teachers } from '@kaike/shared/resources/catalog/teachers';
import { CoursePage } from './course.page.tsx';
import { ProductPage } from './product.page.tsx';
import { TeacherPage } from './teacher.page.tsx';

beforeAll(() => siteWords.load());
afterEach(() => vi.restoreAllMocks());

const intro = '第一段 <img src="x" onerror="alert(1)">\n第二段 <b>3 < 5</b>';
const offer = {
  id: 5,
  title: '口语年卡',
  list_price: 0,
  sale_price: 59_900,
  ai_seconds: 0,
  term_mode: 2,
  term_value: 12,
  fixed_end_at: null,
  refund_days: 0,
};
const course = {
  course: {
    id: 7,
    title: '口语',
    subtitle: '',
    cover: null,
    level: '',
    tags: [],
    lesson_count: 1,
    duration_sec: 60,
    list_price: 0,
    subject_id: null,
    sale_price: 0,
    teacher_names: [],
    is_free: true,
  },
  intro,
  detail: '',
  subject: null,
  teachers: [],
  outcomes: [],
  faqs: [],
  has_trailer: false,
  products: [],
  chapters: [],
};
const teacher = {
  row: {
    id: 7,
    name: '林老师',
    english_name: '',
    avatar: null,
    title: '',
    country: '',
    intro,
    is_ai: false,
    course_count: 0,
  },
  pictures: [],
  courses: [],
};

it.each([
  ['course', courses, CoursePage, course],
  ['teacher', teachers, TeacherPage, teacher],
  ['product', products, ProductPage, { product: { ...offer, intro, cover: null }, courses: [] }],
])(
  'the introduction of a %s is a text by its definition, and a stranger reads it as one, paragraph by paragraph',
  async (_name, definition, Page, answer) => {
    expect(definition.fields.intro.kind).toBe('long_text');
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer));
    const { container } = render(
      <MemoryRouter initialEntries={['/7']}>
        <Routes>
          <Route path="/:id" element={<Page />} />
        </Routes>
      </MemoryRouter>,
    );
    await screen.findByRole('heading', { level: 1 });
    const paragraphs = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(paragraphs).toEqual(expect.arrayContaining(intro.split('\n')));
    expect(container.querySelector('p img, p b')).toBeNull();
  },
);
