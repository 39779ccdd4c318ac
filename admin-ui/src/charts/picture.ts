// A chart as a self-contained picture: the drawing with its computed styles inlined, above it title, counts and time,
// and the legend. A PNG is painted with the page's fonts; an SVG names them, with fallbacks for programs that lack
// them.
import { m } from '@mizan/ui-kit/messages';

export type PictureFormat = 'png' | 'svg';

/** The computed styles to inline. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'unicode-bidi',
] as const;
const PADDING = 24;
/** Pixels of the picture per CSS pixel. */
const SHARP = 2;
/** The page's own fonts first, then fallbacks for an SVG that is opened elsewhere. */
const FONTS = "'Inter Variable', Inter, 'IBM Plex Sans Arabic', 'Helvetica Neue', Helvetica, Arial, sans-serif";
const SVG = 'http://www.w3.org/2000/svg';
const TITLE = { size: 18, line: 24, weight: 600 };
const NOTE = { size: 12, line: 18, weight: 400 };
const SWATCH = 12;
const GAP = 16;

/** `note` is added to the chart's own caption, such as the time of the values. */
export async function pictureOf(plot: SVGSVGElement, note: string, format: PictureFormat): Promise<Blob> {
  const { svg, width, height } = drawnAlone(plot, note);
  return format === 'svg' ? blobOf(svg) : painted(svg, width, height, getComputedStyle(plot).fontFamily);
}

const blobOf = (svg: SVGElement): Blob =>
  new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });

/** The drawing without the page, below a head with title and caption. */
function drawnAlone(plot: SVGSVGElement, note: string) {
  const colour = colours();
  const chart = plot.closest('figure');
  const ink = colour(getComputedStyle(chart ?? plot).color);
  const surface = colour(surfaceUnder(plot));
  const wide = plot.width.baseVal.value;
  const svg = document.createElementNS(SVG, 'svg');
  const add = (name: string, attributes: Record<string, string | number>, text = ''): void => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.textContent = text;
    svg.append(element);
  };
  const title = chart?.dataset['title'] ?? '';
  add('title', {}, title);
  add('rect', { width: '100%', height: '100%', fill: surface });
  let y = PADDING;
  const measure = measured(getComputedStyle(plot).fontFamily);
  const write = (text: string, { size, line, weight }: typeof TITLE, opacity: number): void => {
    for (const part of brokenInto(text, wide, (candidate) => measure(candidate, size, weight))) {
      add('text', { x: PADDING, y: y + size, fill: ink, 'font-size': size, 'font-weight': weight, opacity }, part);
      y += line;
    }
  };
  write(title, TITLE, 1);
  write([chart?.dataset['facts'], note].filter(Boolean).join(' · '), NOTE, 0.75);
  y += 6;
  const entries = legendOf(chart, colour);
  let x = 0;
  for (const { text, look, colour: own } of entries) {
    const before = look === 'words' ? 0 : SWATCH + 6;
    const width = before + measure(text, NOTE.size, NOTE.weight) + GAP;
    if (x > 0 && x + width - GAP > wide) [x, y] = [0, y + NOTE.line];
    const [left, middle] = [PADDING + x, y + NOTE.line / 2];
    const box = { x: left, y: middle - SWATCH / 2, width: SWATCH, height: SWATCH, rx: 3 };
    if (look === 'dash') {
      add('path', { d: `M${left} ${middle}h${SWATCH}`, stroke: own, 'stroke-width': 2, 'stroke-dasharray': '5 2' });
    } else if (look === 'outline') {
      add('rect', { ...box, fill: surface, stroke: own, 'stroke-width': 1.5 });
    } else if (look !== 'words') {
      add('rect', { ...box, fill: own, stroke: ink, 'stroke-width': 0.5, 'stroke-opacity': 0.4 });
    }
    const candidate = {
      x: left + before,
      y: middle + 4,
      fill: ink,
      'font-size': NOTE.size,
      'font-weight': NOTE.weight,
    };
    add('text', candidate, text);
    x += width;
  }
  if (entries.length > 0) y += NOTE.line;
  y += 12;
  const copy = copyOf(plot, colour);
  copy.setAttribute('x', String(PADDING));
  copy.setAttribute('y', String(y));
  svg.append(copy);
  const [width, height] = [wide + 2 * PADDING, y + plot.height.baseVal.value + PADDING];
  for (const [key, value] of Object.entries({
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': FONTS,
  })) {
    svg.setAttribute(key, String(value));
  }
  return { svg, width, height };
}

/** A copy of marks and axes with all computed styles inlined. */
function copyOf(plot: SVGSVGElement, colour: (value: string) => string): SVGSVGElement {
  const copy = plot.cloneNode(true) as SVGSVGElement;
  const [shown, alone] = [plot, copy].map((root) => [...root.querySelectorAll<SVGElement>('*')]);
  alone?.forEach((element, index) => {
    const original = shown?.[index];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      element.setAttribute(name, name === 'fill' || name === 'stroke' ? colour(value) : value);
    }
    for (const name of ['class', 'style', 'tabindex', 'href', 'data-mark']) element.removeAttribute(name);
  });
  // Leaves out what is only for interaction: the focus ring.
  for (const one of copy.querySelectorAll('[data-seen]')) one.remove();
  for (const name of ['role', 'aria-label', 'class', 'style']) copy.removeAttribute(name);
  copy.setAttribute('overflow', 'visible');
  return copy;
}

/** The legend above the drawing. */
const legendOf = (chart: HTMLElement | null, colour: (value: string) => string) =>
  [...(chart?.querySelectorAll<HTMLElement>('li[data-look]') ?? [])].map((item) => ({
    text: item.textContent,
    look: item.dataset['look'],
    colour: colour(getComputedStyle(item).color),
  }));

/** The background: the first colour behind the chart that is not transparent. */
function surfaceUnder(plot: Element): string {
  for (let element: Element | null = plot; element; element = element.parentElement) {
    const { backgroundColor } = getComputedStyle(element);
    if (!/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return '#ffffff';
}

/** Measures the width of texts in the page's font. */
function measured(family: string): (text: string, size: number, weight: number) => number {
  const context = document.createElement('canvas').getContext('2d');
  return (text, size, weight) => {
    if (!context) return text.length * size * 0.56;
    context.font = `${weight} ${size}px ${family}`;
    return context.measureText(text).width;
  };
}

/** Breaks a text into lines. */
export function brokenInto(text: string, width: number, wide: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && wide(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Converts any CSS colour to one that every program understands. */
function colours(): (value: string) => string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const known = new Map<string, string>();
  return (value) => {
    if (value === 'none' || !context) return value;
    const found = known.get(value);
    if (found) return found;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = value;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
    const css = alpha === 0 ? 'none' : `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
    known.set(value, css);
    return css;
  };
}

/**
 * Paints the drawing. An SVG image cannot use the page's fonts, so its shapes are painted as an image, and its texts
 * one by one onto the canvas.
 */
async function painted(svg: SVGElement, width: number, height: number, family: string): Promise<Blob> {
  const texts = [...svg.querySelectorAll('text')].map((text) => {
    const inner = text.closest('svg');
    const offset = inner === svg ? 0 : 1;
    return {
      content: [...text.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : '')).join(''),
      x: numberOf(text, 'x') + offset * numberOf(inner, 'x'),
      y: numberOf(text, 'y') + offset * numberOf(inner, 'y'),
      size: Number.parseFloat(text.getAttribute('font-size') ?? '') || NOTE.size,
      weight: text.getAttribute('font-weight') ?? '400',
      anchor: text.getAttribute('text-anchor'),
      fill: text.getAttribute('fill') ?? '#000000',
      opacity: Number(text.getAttribute('opacity') ?? 1),
    };
  });
  for (const text of svg.querySelectorAll('text')) text.remove();
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await blobOf(svg).text())}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SHARP, height * SHARP];
  const context = canvas.getContext('2d');
  if (context) {
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    context.scale(SHARP, SHARP);
    for (const { content, x, y, size, weight, anchor, fill, opacity } of texts) {
      context.font = `${weight} ${size}px ${family}`;
      context.textAlign = anchor === 'end' ? 'right' : anchor === 'middle' ? 'center' : 'left';
      // A name has the direction of its own letters.
      context.direction = RIGHT_TO_LEFT.test(content) ? 'rtl' : 'ltr';
      context.globalAlpha = opacity;
      context.fillStyle = fill;
      context.fillText(content, x, y);
    }
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error(m.charts_picture_failed());
  return blob;
}

/** The first letter is of a script that is written from right to left. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u;

const numberOf = (element: Element | null, name: string): number => Number(element?.getAttribute(name) ?? 0);
