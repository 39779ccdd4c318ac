// In place of parts of the query library that the build would otherwise load with every screen: this app saves through the
// outbox and has no mutations, and no query of it loads page after page.
export class MutationCache {
  findAll(): never[] {
    return [];
  }

  clear(): void {}

  resumePausedMutations(): Promise<void> {
    return Promise.resolve();
  }

  build(): never {
    throw new Error('This app has no mutations: estimates are saved by the outbox');
  }
}

const noPages = (): never => {
  throw new Error('This app has no queries that load page after page');
};

export { noPages as hasNextPage, noPages as hasPreviousPage, noPages as infiniteQueryBehavior };
