// A chart as a picture: the drawing as it is seen, with its colours written into it, its title and what it is of.
import { m } from '@mizan/ui-kit/messages';

export type PictureFormat = 'png' | 'svg';

/** What is looked up of each element and written into the picture. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
] as const;
const PADDING = 24;
const HEAD = 56;
/** Pixels of the picture for each of the screen. */
const SHARP = 2;
const FONT = 'Inter, system-ui, sans-serif';
const SVG = 'http://www.w3.org/2000/svg';

export interface Words {
  title: string;
  /** The unit, and the moment that the figures are for. */
  note: string;
}

export async function pictureOf(plot: SVGSVGElement, words: Words, format: PictureFormat): Promise<Blob> {
  const { svg, width, height } = drawnAlone(plot, words);
  const blob = new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
  return format === 'svg' ? blob : painted(blob, width, height);
}

/** The drawing without the page around it. */
function drawnAlone(plot: SVGSVGElement, { title, note }: Words) {
  const copy = plot.cloneNode(true) as SVGSVGElement;
  const colour = colours();
  const [seen, alone] = [plot, copy].map((root) => [...root.querySelectorAll<SVGElement>('*')]);
  alone?.forEach((element, index) => {
    const original = seen?.[index];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      element.setAttribute(name, name === 'fill' || name === 'stroke' ? colour(value) : value);
    }
    for (const name of ['class', 'style', 'tabindex', 'href', 'data-mark']) element.removeAttribute(name);
  });
  const page = getComputedStyle(plot.closest('figure') ?? plot);
  const ink = colour(page.color);
  const [wide, tall] = [plot.width.baseVal.value, plot.height.baseVal.value];
  const [width, height] = [wide + 2 * PADDING, tall + 2 * PADDING + HEAD];
  const svg = document.createElementNS(SVG, 'svg');
  const add = (name: string, attributes: Record<string, string | number>, text = ''): SVGElement => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.textContent = text;
    svg.append(element);
    return element;
  };
  for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': FONT }))
    svg.setAttribute(key, String(value));
  add('title', {}, title);
  add('rect', { width, height, fill: colour(surfaceUnder(plot)) });
  add('text', { x: PADDING, y: PADDING + 16, fill: ink, 'font-size': 18, 'font-weight': 600 }, title);
  add('text', { x: PADDING, y: PADDING + 38, fill: ink, 'font-size': 12, opacity: 0.7 }, note);
  for (const name of ['role', 'aria-label', 'class', 'style']) copy.removeAttribute(name);
  copy.setAttribute('x', String(PADDING));
  copy.setAttribute('y', String(PADDING + HEAD));
  copy.setAttribute('overflow', 'visible');
  svg.append(copy);
  return { svg, width, height };
}

/** The first colour behind it that is not see-through. */
function surfaceUnder(plot: Element): string {
  for (let element: Element | null = plot; element; element = element.parentElement) {
    const { backgroundColor } = getComputedStyle(element);
    if (!/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return '#ffffff';
}

/** Any colour as every program understands it. */
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
    const told = alpha === 0 ? 'none' : `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
    known.set(value, told);
    return told;
  };
}

async function painted(svg: Blob, width: number, height: number): Promise<Blob> {
  const image = new Image(width, height);
  const text = await svg.text();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SHARP, height * SHARP];
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error(m.charts_picture_failed());
  return blob;
}
