// A webhook is made in the back-office, its events chosen in a table; what was sent is listed, and is sent again.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { headersOf } from './estimating';
import { axe, expect, listen, signIn, test as base } from './fixtures';
import { OwnServer } from './own-server';
import { button, notice, rowOf } from './screen';

const WEBHOOKS = '/backoffice/webhooks';

/** A receiver that refuses the messages until it is told otherwise. */
class Receiver {
  status = 500;
  readonly types: string[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        this.types.push((JSON.parse(Buffer.concat(parts).toString()) as { type: string }).type);
        response.writeHead(this.status).end();
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  async end(): Promise<void> {
    await new Promise((ended) => this.#server.close(ended));
  }
}

const test = base.extend<{ server: OwnServer; receiver: Receiver }>({
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, give) => {
    const server = await OwnServer.start({ env: { MIZAN_WEBHOOKS_TO_PRIVATE: 'true' } });
    await give(server);
    await server.end();
  },
  // oxlint-disable-next-line no-empty-pattern
  receiver: async ({}, give) => {
    const receiver = new Receiver();
    await give(receiver);
    await receiver.end();
  },
});

test('events are chosen by keyboard, and a message that was refused is sent again', async ({
  browser,
  server,
  receiver,
  complaints,
  playwright,
}) => {
  const url = await receiver.start();
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
  await listen(context, server.url, [], complaints);
  const page = await context.newPage();
  await signIn(page, server.admin, `${WEBHOOKS}/create`);
  await page.getByLabel('URL').fill(url);
  const events = page.getByRole('group', { name: 'Events' });
  const box = (name: string) => events.getByRole('checkbox', { name, exact: true });

  await button(page, 'Create Webhook').click();
  await expect(events).toHaveAccessibleDescription(/./);
  await expect(box('Everything')).toBeFocused();
  await axe(page);

  // Everything includes all the others, and the row of a resource its kinds.
  await page.keyboard.press('Space');
  await expect(box('Units Created')).toBeChecked();
  await expect(box('Units Created')).toBeDisabled();
  await page.keyboard.press('Space');
  await expect(box('Units Created')).not.toBeChecked();
  await box('Companies Created').focus();
  await page.keyboard.press('Space');
  await box('Companies All').focus();
  await page.keyboard.press('Space');
  await expect(box('Companies Created')).toBeDisabled();
  await page.keyboard.press('Space');
  await expect(box('Companies Created')).not.toBeChecked();
  await page.keyboard.press('Space');
  await box('Units Deleted').focus();
  await page.keyboard.press('Space');
  await button(page, 'Create Webhook').click();
  await expect(notice(page)).toContainText('Webhook created');
  await page.goto(WEBHOOKS);
  await expect(rowOf(page, url)).toContainText('Companies: everything');
  await expect(rowOf(page, url)).toContainText('Units: deleted');

  const request = await playwright.request.newContext({ baseURL: server.url });
  const headers = await headersOf(request, server.admin);
  const made = await request.post('/api/backoffice/companies', { headers, data: { name: 'Creekline' } });
  expect(made.ok(), await made.text()).toBe(true);
  await request.dispose();
  await expect.poll(() => receiver.types).toEqual(['companies.created']);

  await rowOf(page, url).getByRole('link', { name: url }).click();
  await page.getByRole('link', { name: 'Deliveries' }).click();
  const delivery = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Creekline' });
  await expect(async () => {
    await page.reload();
    await expect(delivery).toContainText('Answered 500', { timeout: 2000 });
  }).toPass();
  await axe(page);
  receiver.status = 204;
  await button(delivery, 'Send again').click();
  await expect(delivery).toContainText('Delivered');
  expect(receiver.types).toEqual(['companies.created', 'companies.created']);
  await context.close();
});
