// How the texts of a file are written: what the server has guessed or was told, and what can be chosen. Pure.
import { m } from '@mizan/ui-kit/messages';

/** A part of how a file is written, by its name in the request. */
export type WritingPart = 'separator' | 'encoding' | 'dateOrder' | 'numbers';

/** What the user has chosen; the rest is guessed. */
export type Chosen = Partial<Record<WritingPart, string>>;

/** How the server reads the file. A workbook has neither separators nor an encoding. */
export interface Writing extends Chosen {
  /** What the file leaves open: some cells can be read in two ways. */
  asks?: WritingPart[];
}

interface Choice {
  value: string;
  /** In the choice. */
  label: () => string;
  /** Beside other parts. */
  short?: () => string;
}

const named = (value: string, name: string): Choice => ({ value, label: () => name });

export const CHOICES: Record<WritingPart, Choice[]> = {
  separator: [
    { value: 'comma', label: m.import_separator_comma },
    { value: 'semicolon', label: m.import_separator_semicolon },
    { value: 'tab', label: m.import_separator_tab },
    { value: 'bar', label: m.import_separator_bar },
  ],
  encoding: [
    named('utf-8', 'UTF-8'),
    { value: 'windows-1252', label: m.import_encoding_western, short: () => 'Windows-1252' },
    { value: 'windows-1256', label: m.import_encoding_arabic, short: () => 'Windows-1256' },
    named('utf-16le', 'UTF-16 LE'),
    named('utf-16be', 'UTF-16 BE'),
    named('macintosh', 'Mac Roman'),
  ],
  dateOrder: [
    { value: 'dayMonthYear', label: m.import_dates_day, short: m.import_dates_day_short },
    { value: 'monthDayYear', label: m.import_dates_month, short: m.import_dates_month_short },
    { value: 'yearMonthDay', label: m.import_dates_year, short: m.import_dates_year_short },
  ],
  numbers: [named('point', '1,234.56'), named('comma', '1.234,56')],
};

export const LABELS: Record<WritingPart, () => string> = {
  separator: m.import_separator,
  encoding: m.import_encoding,
  dateOrder: m.import_dates,
  numbers: m.import_numbers,
};

export const PARTS = Object.keys(CHOICES) as WritingPart[];

/** The parts that matter for this file: a workbook's texts may still be dates and numbers. */
export const partsFor = (writing: Writing): WritingPart[] =>
  PARTS.filter((part) => writing.separator !== undefined || (part !== 'separator' && part !== 'encoding'));

/** A value in a list of parts. An encoding without a name of ours keeps its own. */
export function shortLabel(part: WritingPart, value: string): string {
  const choice = CHOICES[part].find((one) => one.value === value);
  return (choice?.short ?? choice?.label)?.() ?? value.toUpperCase();
}

/** `Semicolon, Windows-1252, day first, 1.234,56`. */
export const describeWriting = (writing: Writing): string =>
  PARTS.flatMap((part) => (writing[part] === undefined ? [] : [shortLabel(part, writing[part])])).join(', ');
