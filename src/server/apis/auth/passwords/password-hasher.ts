import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { widestNetwork } from '#server/platform/http/client-address.ts'
import { AppError } from '#shared/app-error.ts'

// Argon2id, the library's default kind; OWASP's smallest advised cost.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** How many hash at the same time: a core is left to pages and the database, where there is more than one. */
export const hashesAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
const mostWaiting = 50

/**
 * `asker` is whom a place is taken by, such as a network address: no one asker takes the others' places. All addresses of one
 * IPv6 /48 are one asker.
 */
export interface PasswordHasher {
	/** Throws `unavailable` (503) when too many wait already: asked first, so that a flood costs nothing but this. */
	checkRoom(client: string): void
	/**
	 * As `checkRoom`, and takes the place at once, for whoever has to look things up before there is a password to check: else
	 * a flood would be let in by the hundred while the line is short. Gives the function that leaves the place; called again,
	 * it does nothing.
	 */
	enter(client: string): () => void
	/** Makes an argon2id hash in PHC form. Throws `unavailable` (503) when too many wait already. */
	hash(password: string, client: string): Promise<string>
	/**
	 * Whether the password belongs to the hash. Without a hash it is false after the same work, so that the time an answer
	 * takes does not tell whether there is an account. Throws `unavailable` (503) when too many wait already.
	 */
	verify(hashed: string | null, password: string, client: string): Promise<boolean>
}

/**
 * Hashing takes 13 ms of a core and 19 MB each time. One or two at once keep file reads and pages quick, fifty in waiting are
 * done within a second; whoever comes after is refused at once rather than kept waiting. Askers are served in turn, and once all
 * places are taken the one with most of them gives one up to another, so a flood from one address holds up that address.
 */
export function createPasswordHasher(atOnce = hashesAtOnce): PasswordHasher {
	let inFlight = 0
	const line = createLine()
	const noAccount = hash(randomBytes(32), cost)
	// Rejections reach whoever awaits it; unheard ones must not end the process.
	noAccount.catch(() => {})

	async function inTurn<T>(client: string, work: () => Promise<T>): Promise<T> {
		if (inFlight < atOnce) inFlight++
		else await line.wait(widestNetwork(client))
		try {
			return await work()
		} finally {
			// The place is handed on as it is, so nobody can slip in between.
			if (!line.callNext()) inFlight--
		}
	}

	return {
		checkRoom: (client) => {
			if (!line.hasRoom(widestNetwork(client))) throw busy()
		},
		enter: (client) => line.enter(widestNetwork(client)),
		hash: (password, client) => inTurn(client, () => hash(password, cost)),
		verify: (hashed, password, client) =>
			inTurn(client, async () => {
				const fits = await verify(hashed ?? (await noAccount), password)
				return hashed !== null && fits
			}),
	}
}

interface Waiter {
	call: () => void
	sendAway: (reason: AppError) => void
}

/** Those who wait, by asker; the asker whose turn is next stands first. */
function createLine() {
	const waiting = new Map<string, Waiter[]>()
	/** Those on their way to the line, by asker. */
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
			if (!hasRoom(client)) throw busy()
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
		/** Resolves when it is the asker's turn. Rejects with `unavailable` where there is no room, now or later. */
		wait: (client: string) =>
			new Promise<void>((call, sendAway) => {
				if (!hasRoom(client)) throw busy()
				if (count() >= mostWaiting)
					takeFrom(greediest(waiting.keys()), (theirs) => theirs.pop())?.sendAway(busy())
				waiting.set(client, [...(waiting.get(client) ?? []), { call, sendAway }])
			}),
		/** Calls whoever is next; false where nobody waits. */
		callNext: () => {
			const [client] = waiting.keys()
			if (client === undefined) return false
			takeFrom(client, (theirs) => theirs.shift())?.call()
			const rest = waiting.get(client)
			// Behind all others.
			if (rest !== undefined && waiting.delete(client)) waiting.set(client, rest)
			return true
		},
	}
}

function busy(): AppError {
	return new AppError({
		code: 'unavailable',
		status: 503,
		message: 'Many people are signing in just now. Please try again in a moment.',
		retryAfter: 2,
	})
}
