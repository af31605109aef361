import { DatePicker, Input, InputNumber, Select, Switch } from 'antd';
import dayjs from 'dayjs';
import { parseYuan } from '@kaike/shared/kit/text/parse-yuan';
import type { ReactNode } from 'react';
import { endOfDay } from '@kaike/shared/kit/dates/school-days';
import type { Field, FieldKind } from '@kaike/shared/kit/field';
import { formatDateTime } from '@kaike/shared/kit/format';
import { defaultTimeZone, fromWallTime } from '@kaike/shared/kit/zoned-time';
import { findResource } from '@kaike/shared/resources/index';
import { clearing } from './clearing.tsx';
import type { MappedChoice } from '../maps.ts';
import type { InputProps } from './input-props.ts';
import { ImageInput } from './files/image-input.tsx';
import { lazyInput } from './lazy-input.tsx';
import { RelationSelect } from './relation/relation-select.tsx';
import { parseRelation, withText } from './relation/typed-text.ts';
import { areSegments, Segments } from './segments.tsx';
import { isWholeDay } from '../dates/whole-day.ts';

type Input_ = (props: InputProps) => ReactNode;

const fenPerYuan = 100;
const shared = ({ id, disabled, status, onBlur }: InputProps) => ({ id, disabled, status, onBlur });
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const textInput: Input_ = (props) => (
  <Input
    {...shared(props)}
    value={textOf(props.value)}
    onChange={(event) => props.onChange(event.target.value)}
    maxLength={500}
  />
);

/** An integer, or as many decimal places as the field has. */
const numberInput: Input_ = (props) => (
  <InputNumber
    {...shared(props)}
    precision={props.field.decimals ?? 0}
    value={props.value as number | null}
    onChange={props.onChange}
    style={{ width: '100%' }}
    inputMode="decimal"
  />
);

/** A value that only the server sets cannot be chosen, but is shown when it is the current one. */
const offered = ({ choices, field, value }: InputProps): readonly MappedChoice[] =>
  choices.filter(
    (choice) => choice.value === value || !field.choices?.some((one) => one.reserved && one.value === choice.value),
  );

/** Few short choices are segments, others a select; so are those in a cell, and those that can be emptied. */
const choiceInput: Input_ = (props) => {
  const choices = offered(props);
  if (!props.inCell && !props.field.nullable && areSegments(choices)) return <Segments {...props} choices={choices} />;
  return (
    <Select
      {...shared(props)}
      aria-label={props.label}
      value={props.value === null ? undefined : props.value}
      allowClear={props.field.nullable ? clearing(props.t) : false}
      placeholder={props.t('kit.choose')}
      options={choices.map(({ value, label }) => ({ value, label }))}
      onChange={(value: unknown) => props.onChange(value ?? null)}
      style={{ width: '100%' }}
    />
  );
};

const isTree = ({ field }: InputProps): boolean => findResource(field.resource ?? '')?.tree !== undefined;

const relationInput =
  (multiple: boolean): Input_ =>
  (props) => {
    if (props.field.look === 'transfer') return transferInput(props);
    if (isTree(props)) return treeInput(props);
    const { ids, text } = parseRelation(props.value);
    return (
      <RelationSelect
        {...shared(props)}
        label={props.label}
        resource={props.field.resource ?? ''}
        multiple={multiple}
        where={props.field.where}
        creates={props.field.creates}
        value={multiple ? ids : (ids[0] ?? null)}
        text={text}
        onText={(next) => props.onChange(withText(ids, next, multiple))}
        onChange={props.onChange}
      />
    );
  };

/** The time of day at which a day ends; an end that has it, or none, is the end of its day. */
const lastSecond = '23:59:59';
const isEnd = ({ day_bound: bound }: Field): boolean => bound === 'end';

type Picked = {
  with_time: boolean;
  /** The time a picker shows, by the browser's clock. */
  read: (value: string) => dayjs.Dayjs;
  write: (picked: dayjs.Dayjs, field: Field) => string;
  /** As shown, then what may be typed besides. */
  formats?: (value: unknown, field: Field) => string[];
};
const day: Picked = {
  with_time: false,

  read: (value) => dayjs(value),
  write: (picked) => picked.format('YYYY-MM-DD'),
};
/** A moment is entered as lists show it: by the school's clock, wherever the reader is. */
const moment: Picked = {
  with_time: true,
  read: (value) => dayjs(formatDateTime(value)),
  write: (picked, field) => {
    if (isEnd(field) && ['00:00:00', lastSecond].includes(picked.format('HH:mm:ss')))
      return endOfDay(picked.format('YYYY-MM-DD')).toISOString();
    const date = { year: picked.year(), month: picked.month() + 1, day: picked.date() };
    const time = { hour: picked.hour(), minute: picked.minute(), second: picked.second() };
    return fromWallTime({ ...date, ...time }, defaultTimeZone).toISOString();
  },
  formats: (value, field) => {
    const times = ['', ' HH:mm:ss', ' HH:mm'].map((time) => `YYYY-MM-DD${time}`);
    return isWholeDay(field, value ? formatDateTime(String(value)) : '') ? times : [...times.slice(1), 'YYYY-MM-DD'];
  },
};

const dateInput =
  ({ with_time, read, write, formats }: Picked): Input_ =>
  (props) => (
    <DatePicker
      {...shared(props)}
      showTime={with_time && isEnd(props.field) ? { defaultOpenValue: dayjs(`2000-01-01 ${lastSecond}`) } : with_time}
      {...(formats ? { format: formats(props.value, props.field) } : {})}
      value={props.value ? read(String(props.value)) : null}
      style={{ width: '100%' }}
      onChange={(picked: dayjs.Dayjs | null) => props.onChange(picked && write(picked, props.field))}
    />
  );

const transferInput = lazyInput(async () => (await import('./relation/transfer-input.tsx')).TransferInput);
const treeInput = lazyInput(async () => (await import('./relation/tree-input.tsx')).TreeInput);
const uploadsInput = lazyInput(async () => (await import('./files/uploads-input.tsx')).UploadsInput);

/** How each kind is edited. */
export const inputs: Record<FieldKind, Input_> = {
  id: () => null,
  text: textInput,
  mobile: (props) => (
    <Input
      {...shared(props)}
      inputMode="tel"
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
  email: (props) => (
    <Input
      {...shared(props)}
      inputMode="email"
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
  password: (props) => (
    <Input.Password
      {...shared(props)}
      autoComplete="new-password"
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
  long_text: (props) => (
    <Input.TextArea
      {...shared(props)}
      autoSize={{ minRows: 3, maxRows: 14 }}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
  integer: numberInput,
  decimal: numberInput,
  money: (props) => (
    <InputNumber
      {...shared(props)}
      prefix="¥"
      precision={2}
      // ¥, commas and full-width digits, as they are pasted.
      parser={(typed = '') => {
        const fen = parseYuan(typed);
        return fen === null ? typed : fen / fenPerYuan;
      }}
      min={0}
      style={{ width: '100%' }}
      value={props.value === null || props.value === undefined ? null : Number(props.value) / fenPerYuan}
      onChange={(value) => props.onChange(value === null ? null : Math.round(Number(value) * fenPerYuan))}
    />
  ),
  duration: numberInput,
  bytes: numberInput,
  boolean: (props) => (
    <Switch
      id={props.id}
      disabled={props.disabled}
      checked={Boolean(props.value)}
      onChange={props.onChange}
      aria-label={props.label}
    />
  ),
  choice: choiceInput,
  date: dateInput(day),
  date_time: dateInput(moment),
  relation: relationInput(false),
  relations: relationInput(true),
  tags: (props) => (
    <Select
      {...shared(props)}
      aria-label={props.label}
      mode="tags"
      open={false}
      suffixIcon={null}
      placeholder={props.t('kit.add_tag')}
      value={(props.value as string[] | null) ?? []}
      onChange={props.onChange}
      style={{ width: '100%' }}
      tokenSeparators={[',', '，', ' ']}
    />
  ),
  image: (props) => <ImageInput {...props} />,
  json: lazyInput(async () => (await import('../editors/json-input.tsx')).JsonInput),
  rich_text: lazyInput(async () => (await import('../editors/rich-text-input.tsx')).RichTextInput),
  icon: lazyInput(async () => (await import('../icons/icon-input.tsx')).IconInput),
  color: lazyInput(async () => (await import('./color-input.tsx')).ColorInput),
  cover_style: lazyInput(async () => (await import('./cover-style-input.tsx')).CoverStyleInput),
  url: (props) => (
    <Input
      {...shared(props)}
      type="url"
      inputMode="url"
      placeholder="https://"
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
      maxLength={2000}
    />
  ),
  file: lazyInput(async () => (await import('./files/file-input.tsx')).FileInput),
  images: uploadsInput,
  map_point: lazyInput(async () => (await import('../map/map-point-input.tsx')).MapPointInput),
};
