import { afterEach, expect, it, vi } from 'vitest';

const element = document.querySelector<HTMLMetaElement>('meta[name="product"]');
const original = element?.content ?? '';

afterEach(() => {
  element?.setAttribute('content', original);
  document.adoptedStyleSheets = [];
  vi.resetModules();
});

it('has the colours that the page brings, and those of the build in their place', async () => {
  const colours = { light: { accent: '#1f4e9c', onAccent: '#ffffff' }, dark: { accent: '#8ab4f8' } };
  element?.setAttribute('content', JSON.stringify({ ...(JSON.parse(original) as object), colours }));
  vi.resetModules();
  const { productTheme, setProductTheme } = await import('./product-theme');

  await setProductTheme({ colour: { light: { onAccent: '#fefefe' } } });

  expect(productTheme().colour?.light).toEqual({ accent: '#1f4e9c', onAccent: '#fefefe' });
  const text = [...(document.adoptedStyleSheets[0]?.cssRules ?? [])].map((rule) => rule.cssText).join(' ');
  expect(text).toContain('--accent: #1f4e9c');
  expect(text).toContain('--on-accent: #fefefe');
  expect(text).toContain('--accent: #8ab4f8');
});
