/**
 * The store could not do what was asked: a disk that fails, a bucket that is away. Its own class, so that a network error of a
 * bucket is not taken for one of the database.
 */
export class StoreFailure extends Error {
	constructor(cause: unknown) {
		super('the file store failed', { cause })
		this.name = 'StoreFailure'
	}
}

/** What the work resolves with; whatever it fails with becomes a `StoreFailure`. */
export async function orStoreFailure<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		throw error instanceof StoreFailure ? error : new StoreFailure(error)
	}
}
