// The values of the product. The server writes them into the head of every page, `<meta name="product">`, so that they are
// there before the first screen, and no build of a front end knows them.

export interface Product {
  name: string;
  /** By ISO 4217: `EUR`. */
  currency: string;
  /** In the IANA database: `Europe/Berlin`. */
  timeZone: string;
  /** By BCP 47, the first by default: a language of the texts, and the region that numbers and dates are written for. */
  languages: string[];
  /** 1 for Monday to 7 for Sunday. */
  firstDayOfWeek: number;
  /** Areas beside those of the back-office, the first segments of their paths. */
  areas: string[];
  /** Where somebody with this role starts after signing in; the first that fits counts. */
  startPages: { role: string; path: string }[];
  /** The server sends mail. */
  mail?: boolean;
  /** Colours in place of tokens, by the names of `Palette`. */
  colours?: Record<'light' | 'dark', Record<string, string>>;
}

/** A page that no server of ours has written. */
const NEUTRAL: Product = {
  name: '',
  // The code of no currency.
  currency: 'XXX',
  timeZone: 'UTC',
  languages: [],
  firstDayOfWeek: 1,
  areas: [],
  startPages: [],
};

let found: Product | undefined;

export function product(): Product {
  return (found ??= ofPage());
}

function ofPage(): Product {
  const content = document.querySelector('meta[name="product"]')?.getAttribute('content');
  return content ? (JSON.parse(content) as Product) : NEUTRAL;
}

/** The path where a user with these roles starts, if the product says one. */
export const startPage = (roles: string[]): string | undefined =>
  product().startPages.find(({ role }) => roles.includes(role))?.path;
