// What people type and paste, in one alphabet: Latin digits, plain spaces and signs, nothing that cannot be seen.

/** The zeros of the Arabic-Indic, Persian and fullwidth digits. */
const ZEROS = [0x0660, 0x06f0, 0xff10];

export function plain(text: string): string {
  return (
    text
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/\p{Nd}/gu, latinDigit)
      // A line break or a tab of a pasted cell is a space, too.
      .replaceAll(/\s+/gu, ' ')
      .replaceAll(/[−﹣-]/gu, '-')
      .replaceAll('،', ',')
      .replaceAll('’', "'")
      .trim()
  );
}

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}
