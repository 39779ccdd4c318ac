// In place of the query library's cache of mutations, which the build would otherwise load with every screen: this app
// saves through the outbox and has no mutations.
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
