// Records for browser tests, created and looked up through the API as the administrator. After the test they are
// deleted and changes are reverted, so that tests can run in any order, also on existing data.
import { expect, type APIRequestContext } from '@playwright/test';

export interface Row {
  id: string;
  [field: string]: unknown;
}

const rowOf = (answer: unknown): Row => {
  const row = answer as Record<string, unknown>;
  return { ...row, id: String(row['_id'] ?? row['id']) };
};

interface Listed {
  items: Row[];
  total: number;
}

export interface Project extends Row {
  name: string;
  location: string;
  developer: { _id: string; name: string };
}

export interface User {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

let counter = 0;

/** A unique name, also among the records of earlier runs. */
export const unique = (name: string): string => `${name} ${Date.now().toString(36)}${(counter += 1)}`;

export class Records {
  #request: APIRequestContext;
  #token: Promise<string> | undefined;
  #undo: (() => Promise<void>)[] = [];

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  async list(
    resource: string,
    query: { search?: string; limit?: number; page?: number; sort?: string },
  ): Promise<Listed> {
    const params = { page: 1, ...query };
    const answer = await this.#answer(
      await this.#request.get(address(resource), { headers: await this.#headers(), params }),
    );
    const { items, total } = answer as { items: unknown[]; total: number };
    return { items: items.map(rowOf), total };
  }

  async create(resource: string, data: object): Promise<Row> {
    const answer = await this.#request.post(address(resource), { headers: await this.#headers(), data });
    const row = rowOf(await this.#answer(answer));
    this.deletesAfter(resource, row.id);
    return row;
  }

  /** Uploads a picture and returns its name; the server deletes unused ones. */
  async image(resource: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<string> {
    const answer = await this.#request.post(`${address(resource)}/images`, {
      headers: await this.#headers(),
      multipart: { file },
    });
    return ((await this.#answer(answer)) as { file: string }).file;
  }

  async change(resource: string, id: string, data: object): Promise<void> {
    await this.#answer(await this.#request.patch(address(resource, id), { headers: await this.#headers(), data }));
  }

  async remove(resource: string, id: string): Promise<void> {
    const answer = await this.#request.delete(address(resource, id), { headers: await this.#headers() });
    expect([204, 404], `deleting ${resource} ${id}`).toContain(answer.status());
  }

  /** Deletes this record after the test, unless it no longer exists. */
  deletesAfter(resource: string, id: string): void {
    this.#undo.push(() => this.remove(resource, id));
  }

  /** Restores these fields of an existing record after the test. */
  restoresAfter(resource: string, id: string, fields: object): void {
    this.#undo.push(() => this.change(resource, id, fields));
  }

  /** A new project with a new developer. */
  async project(): Promise<Project> {
    const developer = await this.create('developers', { name: unique('Developer') });
    const fields = { name: unique('Project'), location: 'Dubai Marina', developer: { _id: developer.id } };
    return (await this.create('projects', fields)) as Project;
  }

  /** A new unit of a project. */
  async unit({ id, developer }: Project, fields: object = {}): Promise<Row> {
    return this.create('units', {
      unitNumber: unique('A'),
      projectId: id,
      developerId: developer['_id'],
      totalAreaInSqFt: 900,
      purchasePriceInAED: 1_000_000,
      yearlyRentInAED: 80_000,
      serviceChargesPerSqFt: 12.5,
      ...fields,
    });
  }

  /** A new user with these roles. Users cannot be deleted: the account is locked after the test. */
  async user(roles: string[]): Promise<User> {
    const name = unique('Visitor');
    const fields = {
      firstName: name,
      lastName: 'Salem',
      email: `${name.replace(' ', '.')}@demo.test`.toLowerCase(),
      password: 'their own one',
    };
    const answer = await this.#request.post(address('users'), {
      headers: await this.#headers(),
      data: { ...fields, roles },
    });
    const { id } = rowOf(await this.#answer(answer));
    this.willBeLocked(id);
    return { ...fields, id };
  }

  /** Locks this user after the test. */
  willBeLocked(id: string): void {
    this.#undo.push(async () => {
      await this.#answer(await this.#request.post(`${address('users', id)}/lock`, { headers: await this.#headers() }));
    });
  }

  /** A project with an Arabic name from the existing data; MIZAN_PROJECT may name one. */
  async arabicProject(): Promise<Project> {
    const search = process.env['MIZAN_PROJECT'] ?? 'ا';
    const { items } = await this.list('projects', { search, limit: 1 });
    expect(items, 'projects with an Arabic name').not.toEqual([]);
    return items[0] as Project;
  }

  async undo(): Promise<void> {
    for (const step of this.#undo.toReversed()) await step();
  }

  async #headers(): Promise<{ authorization: string }> {
    this.#token ??= this.#signIn();
    return { authorization: `Bearer ${await this.#token}` };
  }

  async #signIn(): Promise<string> {
    const data = { email: 'admin@demo.test', password: 'mizan-demo' };
    const answer = (await this.#answer(await this.#request.post('/api/auth/login', { data }))) as {
      accessToken: string;
    };
    return answer.accessToken;
  }

  async #answer(response: Awaited<ReturnType<APIRequestContext['get']>>): Promise<unknown> {
    expect(response.ok(), `${response.url()} answered ${response.status()}: ${await response.text()}`).toBe(true);
    return response.json();
  }
}

const address = (resource: string, id?: string): string =>
  `/api/backoffice/${resource}${id === undefined ? '' : `/${id}`}`;
