import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#shared/app-error.ts'

// Argon2id, the library's default kind; OWASP's smallest advised cost.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const mostInFlight = 2
const mostWaiting = 50

export interface PasswordHasher {
	/** Throws `unavailable` (503) when too many wait already: asked first, so that a flood costs nothing but this. */
	checkRoom(): void
	/** Makes an argon2id hash in PHC form. Throws `unavailable` (503) when too many wait already. */
	hash(password: string): Promise<string>
	/**
	 * Whether the password belongs to the hash. Without a hash it is false after the same work, so that the time an answer
	 * takes does not tell whether there is an account. Throws `unavailable` (503) when too many wait already.
	 */
	verify(hashed: string | null, password: string): Promise<boolean>
}

/**
 * Hashing takes 13 ms of a core and 19 MB each time. Two at once keep file reads and pages quick, fifty in waiting are done
 * within a second; whoever comes after is refused at once rather than kept waiting.
 */
export function createPasswordHasher(): PasswordHasher {
	let inFlight = 0
	const waiting: (() => void)[] = []
	const noAccount = hash(randomBytes(32), cost)
	// Rejections reach whoever awaits it; unheard ones must not end the process.
	noAccount.catch(() => {})

	async function inTurn<T>(work: () => Promise<T>): Promise<T> {
		if (inFlight < mostInFlight) inFlight++
		else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
		else throw busy()
		try {
			return await work()
		} finally {
			const next = waiting.shift()
			// The place is handed on as it is, so nobody can slip in between.
			if (next === undefined) inFlight--
			else next()
		}
	}

	return {
		checkRoom: () => {
			if (waiting.length >= mostWaiting) throw busy()
		},
		hash: (password) => inTurn(() => hash(password, cost)),
		verify: (hashed, password) =>
			inTurn(async () => {
				const fits = await verify(hashed ?? (await noAccount), password)
				return hashed !== null && fits
			}),
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
