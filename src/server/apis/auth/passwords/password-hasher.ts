import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { tooManySignIns } from '#server/apis/auth/passwords/errors.ts'
import type { AppError } from '#server/platform/app-error.ts'
import { widestNetwork } from '#server/platform/http/client-address.ts'

// Argon2id is the library's default. The cost is the lowest that OWASP advises.
const realCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/**
 * Returns how many hashes run concurrently in each worker: one, or two if there are enough cores. One core is left for pages
 * and the database, unless there are no more cores than workers.
 */
export function hashesAtOnce(workers = 1): number {
	return Math.max(1, Math.min(2, Math.floor((availableParallelism() - 1) / workers)))
}
const mostWaiting = 50

/**
 * Hashes passwords. Each call names the `client` that takes a slot, for example by its network address, so that no client can
 * take the slots of others. All addresses of one IPv6 /48 count as one client.
 */
export interface PasswordHasher {
	/**
	 * Throws `unavailable` (503) if the queue is full. Callers check this first, so that a flood costs nothing else.
	 */
	checkRoom(client: string): void
	/**
	 * Reserves a slot. Throws as `checkRoom` does. For callers that query the database before they hash: without the reservation,
	 * a flood would be admitted while the queue is still short. Returns a function that frees the slot. It may be called twice.
	 */
	enter(client: string): () => void
	/** Returns an argon2id hash of the password’s NFC in PHC format. Throws `unavailable` (503) if the queue is full. */
	hash(password: string, client: string): Promise<string>
	/**
	 * Reports whether the password matches the hash, whichever way its accents are composed. Without a hash it does the same work
	 * and returns false, so that the timing does not reveal whether the account exists. Throws `unavailable` (503) if the queue is
	 * full.
	 */
	verify(hashed: string | null, password: string, client: string): Promise<boolean>
	/** Verifies as `verify` does. If the hash is of another form than NFC, also returns the hash of the NFC, to be stored instead. */
	verifyAndRenew(
		hashed: string | null,
		password: string,
		client: string,
	): Promise<{ fits: boolean; renewed: string | undefined }>
}

/**
 * Creates a password hasher with a concurrency limit. A hash takes 13 ms of a core and 19 MB; fifty waiting hashes finish
 * within a second, and further requests are rejected immediately. Clients are served in turn. Once the queue is full, the
 * client with the most slots loses one to another client, so a flood from one address slows down only that address.
 */
export function createPasswordHasher({
	workers = 1,
	atOnce = hashesAtOnce(workers),
	cost = realCost,
	compare = (hashed: string, password: string): Promise<boolean> => verify(hashed, password),
} = {}): PasswordHasher {
	let inFlight = 0
	const queue = createQueue()
	const noAccount = hash(randomBytes(32), cost)
	// Callers see the rejection when they await it; an unhandled rejection must not end the process.
	noAccount.catch(() => {})

	async function inTurn<T>(client: string, work: () => Promise<T>): Promise<T> {
		if (inFlight < atOnce) inFlight++
		else await queue.wait(widestNetwork(client))
		try {
			return await work()
		} finally {
			// The slot passes directly to the next waiter.
			if (!queue.callNext()) inFlight--
		}
	}

	/** Returns the form of the password that the hash is of; undefined if there is none. */
	async function findForm(hashed: string | null, password: string): Promise<string | undefined> {
		const compared = hashed ?? (await noAccount)
		for (const form of formsOf(password)) {
			const fits = await compare(compared, form)
			if (hashed !== null && fits) return form
		}
		return undefined
	}

	return {
		checkRoom: (client) => {
			if (!queue.hasRoom(widestNetwork(client))) throw tooManySignIns()
		},
		enter: (client) => queue.enter(widestNetwork(client)),
		hash: (password, client) => inTurn(client, () => hash(password.normalize('NFC'), cost)),
		verify: (hashed, password, client) =>
			inTurn(client, async () => (await findForm(hashed, password)) !== undefined),
		verifyAndRenew: (hashed, password, client) =>
			inTurn(client, async () => {
				const form = await findForm(hashed, password)
				const normal = password.normalize('NFC')
				const isOld = form !== undefined && form !== normal
				return { fits: form !== undefined, renewed: isOld ? await hash(normal, cost) : undefined }
			}),
	}
}

/**
 * Returns the forms of a password that a hash may be of. One system types an accented letter as one character, another as two.
 * Hashes are of the NFC, but older and imported ones are of what was typed.
 */
function formsOf(password: string): Set<string> {
	return new Set([password.normalize('NFC'), password, password.normalize('NFD')])
}

interface Waiter {
	call: () => void
	sendAway: (reason: AppError) => void
}

/** Creates the queue, which lists the waiters of each client. The client whose turn is next comes first. */
function createQueue() {
	const waiting = new Map<string, Waiter[]>()
	/** Reserved slots whose hash has not been queued yet, by client. */
	const coming = new Map<string, number>()
	const count = () => waiting.values().reduce((sum, { length }) => sum + length, 0)
	const countComing = () => coming.values().reduce((sum, places) => sum + places, 0)
	const placesOf = (client: string) => (waiting.get(client)?.length ?? 0) + (coming.get(client) ?? 0)
	const greediest = (clients: Iterable<string>) =>
		[...clients].reduce((a, b) => (placesOf(b) > placesOf(a) ? b : a), '')
	const hasRoom = (client: string) =>
		count() + countComing() < mostWaiting ||
		placesOf(greediest([...waiting.keys(), ...coming.keys()])) > placesOf(client) + 1

	function takeFrom(client: string, take: (theirs: Waiter[]) => Waiter | undefined): Waiter | undefined {
		const theirs = waiting.get(client) ?? []
		const taken = take(theirs)
		if (theirs.length === 0) waiting.delete(client)
		return taken
	}

	return {
		hasRoom,
		enter: (client: string) => {
			if (!hasRoom(client)) throw tooManySignIns()
			coming.set(client, (coming.get(client) ?? 0) + 1)
			let isHere = true
			return () => {
				if (!isHere) return
				isHere = false
				const left = (coming.get(client) ?? 1) - 1
				if (left === 0) coming.delete(client)
				else coming.set(client, left)
			}
		},
		/** Resolves when it is the client's turn. Rejects with `unavailable` if the queue is full, or if another client takes the slot. */
		wait: (client: string) =>
			new Promise<void>((call, sendAway) => {
				if (!hasRoom(client)) throw tooManySignIns()
				if (count() >= mostWaiting)
					takeFrom(greediest(waiting.keys()), (theirs) => theirs.pop())?.sendAway(tooManySignIns())
				waiting.set(client, [...(waiting.get(client) ?? []), { call, sendAway }])
			}),
		/** Calls the next waiter; returns false if there is none. */
		callNext: () => {
			const [client] = waiting.keys()
			if (client === undefined) return false
			takeFrom(client, (theirs) => theirs.shift())?.call()
			const rest = waiting.get(client)
			// The client goes to the back of the queue.
			if (rest !== undefined && waiting.delete(client)) waiting.set(client, rest)
			return true
		},
	}
}
