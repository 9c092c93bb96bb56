import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Captcha } from '#server/apis/auth/captcha/captcha.ts'
import { type GuardOptions, guardWith } from '#server/apis/auth/captcha/guard.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Env, handle } from '#server/platform/http/handle.ts'
import { type CaptchaPurpose, captchaPurposes, work } from '#shared/captcha.ts'
import { type Clock, unixSeconds } from '#shared/clock.ts'

interface ProofOfWorkOptions extends Omit<GuardOptions, 'check'> {
	database: Database
	clock: Clock
	/** New challenges are signed with a key derived from the first of these. A challenge signed with any of them is accepted. */
	encryptionKeys: readonly [current: string, ...former: string[]]
}

const challengeSchema = z.strictObject({
	challenge: z.string(),
	puzzles: z.int(),
	bits: z.int(),
	expires_at: z.int(),
})

/** How long a challenge is valid. The user fills in the form during this time. */
const challengeSeconds = 300

/** A challenge (purpose, expiry, id and signature) and the numbers that solve it, four bytes each. */
const tokenForm = /^(([a-z-]{1,10})\.(\d{10})\.([\w-]{22}))\.([\w-]{43})\.([\w-]{86})$/

/**
 * Creates the captcha that needs no external service: the caller's device computes for a moment before each request. Challenges
 * are signed instead of stored, so issuing them costs the server next to nothing. Only the ids of used challenges are stored,
 * until a day after the challenges expire.
 */
export function createProofOfWork(options: ProofOfWorkOptions): Captcha {
	const { authenticate, clock } = options
	const [current, ...former] = options.encryptionKeys
	const keys = [keyOf(current), ...former.map(keyOf)] as const
	const routes = new Hono<Env>()
	routes.get(
		'/captcha',
		handle({
			about: {
				does: 'Returns a challenge for the captcha.',
				for: 'callers',
				query: ['purpose'],
				answers: { 200: challengeSchema },
			},
			authenticate: (c) => authenticate(c.req.raw),
			parse: (c) => readPurpose(c.req.query('purpose')),
			act: (c, _caller, purpose) => {
				const expires = unixSeconds(clock) + challengeSeconds
				const signed = `${purpose}.${expires}.${randomBytes(16).toString('base64url')}`
				const challenge = `${signed}.${signatureOf(signed, keys[0]).toString('base64url')}`
				return c.json({ challenge, ...work, expires_at: expires })
			},
		}),
	)
	const check = async (token: string, purpose: CaptchaPurpose) => {
		const reason = await findFault(token, { ...options, purpose, keys })
		return reason === undefined ? [] : [reason]
	}
	return { routes, guard: guardWith({ ...options, check }) }
}

interface Checking {
	database: Database
	clock: Clock
	purpose: CaptchaPurpose
	keys: readonly Buffer[]
}

async function findFault(token: string, { database, clock, purpose, keys }: Checking) {
	const [, signed = '', madeFor, expires, id, signature = '', numbers = ''] = tokenForm.exec(token) ?? []
	const given = Buffer.from(signature, 'base64url')
	const isOurs = keys.some((key) => {
		const right = signatureOf(signed, key)
		return given.length === right.length && timingSafeEqual(given, right)
	})
	if (!isOurs || madeFor !== purpose) return 'invalid-input-response'
	if (Number(expires) <= unixSeconds(clock)) return 'timeout-or-duplicate'
	if (!isSolved(`${signed}.${signature}`, Buffer.from(numbers, 'base64url'))) return 'invalid-input-response'
	const first = await database.asServer((tx) =>
		tx.execute(sql`
			insert into auth.used_captchas (id, expires_at) values (${id}, ${new Date(Number(expires) * 1000)})
			on conflict do nothing`),
	)
	return first === 1 ? undefined : 'timeout-or-duplicate'
}

/** Reports whether the numbers solve the challenge. The server decides how much work that takes, not the caller. */
function isSolved(challenge: string, numbers: Buffer): boolean {
	const seed = createHash('sha256').update(challenge).digest()
	const puzzles = Array.from({ length: work.puzzles }, (_, puzzle) => puzzle)
	return puzzles.every((puzzle) => {
		const index = Buffer.alloc(4)
		index.writeUInt32BE(puzzle)
		const number = numbers.subarray(4 * puzzle, 4 * puzzle + 4)
		const hash = createHash('sha256').update(seed).update(index).update(number).digest()
		return hash.readUInt32BE(0) < 2 ** (32 - work.bits)
	})
}

function readPurpose(purpose: string | undefined): CaptchaPurpose {
	const read = z.enum(captchaPurposes).safeParse(purpose)
	if (!read.success) throw validationFailed(`purpose needs to be one of ${captchaPurposes.join(', ')}`)
	return read.data
}

function signatureOf(text: string, key: Buffer): Buffer {
	return createHmac('sha256', key).update(text).digest()
}

function keyOf(encryptionKey: string): Buffer {
	return Buffer.from(hkdfSync('sha256', encryptionKey, '', 'headstart captcha', 32))
}
