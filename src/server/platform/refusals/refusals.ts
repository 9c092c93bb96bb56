import type { Logger } from 'pino'
import { z } from 'zod'
import type { AppErrorCode } from '#server/platform/app-error.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { type Clock, dayMs } from '#shared/clock.ts'

/** What names the account that somebody tried to get into. Whether there is such an account is found out later. */
export type Tried =
	| { userId: string }
	| { email: string }
	| { phone: string }
	/** The token of an emailed link. */
	| { link: string }
	/** The code of a sign-in that ends in the browser where it began. */
	| { authCode: string }
	| { passkey: string }
	| Record<never, never>

export interface Refusal {
	/** Signing in to the shop, signing in to the admin, or an act or a read of the admin. */
	place: 'shop' | 'admin' | 'act'
	/** The way in, or the name of the operation. */
	what: string
	code: AppErrorCode
	tried: Tried
	/** The network address. */
	from: string
}

export interface Refusals {
	/** Notes a refusal. Returns immediately, so that the answer takes as long whether or not there is an account. */
	note(refusal: Refusal): void
	/** Stores what has been noted. */
	flush(): Promise<void>
	close(): Promise<void>
}

/** How many different refusals are held until they are stored, at most. Further ones are counted without account and network. */
const mostHeld = 500
const storeAfterMs = 1_000
/** How many rows a day may add: for each member of the admin, and for everybody else together. Then networks are no longer kept. */
const mostPerDay = { member: 500, others: 2_000 }

interface Held extends Omit<Refusal, 'tried'> {
	tried: {
		user_id?: string
		email?: string
		phone?: string
		link?: string
		auth_code?: string
		passkey?: string
	}
	network: string | null
	hour: Date
	count: number
	firstAt: Date
	lastAt: Date
}

/** Creates the record of refused attempts. It counts them in memory, and stores the counts every second. */
export function createRefusals({
	database,
	clock,
	log,
}: {
	database: Pick<Database, 'asServer'>
	clock: Clock
	log: Logger
}): Refusals {
	let held = new Map<string, Held>()
	let timer: NodeJS.Timeout | undefined
	let storing = Promise.resolve()

	function hold(one: Held): void {
		const key = JSON.stringify([one.hour, one.place, one.what, one.code, one.network, one.tried])
		const same = held.get(key)
		if (same === undefined && held.size >= mostHeld && one.network !== null) {
			hold({ ...one, network: null, tried: {} })
			return
		}
		held.set(key, same === undefined ? one : merged(same, one))
		timer ??= setTimeout(() => void flush(), storeAfterMs).unref()
	}
	function flush(): Promise<void> {
		clearTimeout(timer)
		timer = undefined
		// One after the other, so that a flush also waits for the one before.
		storing = storing.then(async () => {
			const batch = held
			held = new Map()
			if (batch.size === 0) return
			try {
				await database.asServer((tx) => store(tx, [...batch.values()], clock.now()))
			} catch (error) {
				log.warn({ err: error }, 'refused attempts could not be recorded; trying again')
				for (const one of batch.values()) hold(one)
			}
		})
		return storing
	}
	return {
		note: ({ tried, from, ...refusal }) => {
			const now = clock.now()
			const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
			hold({
				...refusal,
				tried: lookUpBy(tried),
				from,
				network: from,
				hour,
				count: 1,
				firstAt: now,
				lastAt: now,
			})
		},
		flush,
		close: async () => {
			await flush()
			clearTimeout(timer)
		},
	}
}

function merged(one: Held, other: Held): Held {
	return {
		...one,
		count: one.count + other.count,
		firstAt: new Date(Math.min(one.firstAt.getTime(), other.firstAt.getTime())),
		lastAt: new Date(Math.max(one.lastAt.getTime(), other.lastAt.getTime())),
	}
}

/** Returns what the account is looked up by. Secrets are hashed at once, so that none is held. */
function lookUpBy(tried: Tried): Held['tried'] {
	if ('userId' in tried) return { user_id: tried.userId }
	if ('email' in tried) return { email: tried.email.toLowerCase() }
	if ('phone' in tried) return { phone: tried.phone }
	if ('link' in tried) return { link: hashToken(tried.link).toString('hex') }
	if ('authCode' in tried) return { auth_code: hashToken(tried.authCode).toString('hex') }
	if ('passkey' in tried) return { passkey: tried.passkey }
	return {}
}

const accountSchema = z.object({ n: z.int(), user_id: z.uuid(), is_member: z.boolean() })
const countSchema = z.object({ user_id: z.uuid().nullable(), rows: z.int() })

async function store(tx: Transaction, batch: readonly Held[], now: Date): Promise<void> {
	// Serialises the servers, so that together they stay below the limits.
	await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('refusals', 0))`)
	const lookups = JSON.stringify(batch.map(({ tried }, n) => ({ n, ...tried })))
	const accounts = await tx.query(
		sql`
		select e.n, u.id as user_id, exists (select from auth.staff m where m.user_id = u.id) as is_member
		from jsonb_to_recordset(${lookups}::jsonb)
			as e (n integer, user_id uuid, email text, phone text, link text, auth_code text, passkey text)
		join auth.users u on u.id = coalesce(
			e.user_id,
			(select id from auth.users where email = e.email limit 1),
			(select id from auth.users where phone = e.phone limit 1),
			(select user_id from auth.one_time_tokens where token_hashes @> array[decode(e.link, 'hex')] limit 1),
			(select user_id from auth.flow_state where auth_code_hash = decode(e.auth_code, 'hex') limit 1),
			(select user_id from auth.webauthn_credentials where credential_id = e.passkey limit 1)
		)
		for key share of u`,
		accountSchema,
	)
	const found = new Map(accounts.map((account) => [account.n, account]))
	const members = [...new Set(accounts.flatMap(({ is_member, user_id }) => (is_member ? [user_id] : [])))]
	const counted = await tx.query(
		sql`
		select case when user_id = any(${members}::uuid[]) then user_id end as user_id, count(*)::integer as rows
		from auth.refusals where hour > ${new Date(now.getTime() - dayMs)} group by 1`,
		countSchema,
	)
	const stored = new Map(counted.map(({ user_id, rows }) => [user_id, rows]))
	const rows = batch.map(({ tried: _tried, from: _from, firstAt, lastAt, ...one }, n) => {
		const account = found.get(n)
		const member = account?.is_member === true ? account.user_id : null
		const most = member === null ? mostPerDay.others : mostPerDay.member
		const isFull = (stored.get(member) ?? 0) >= most
		stored.set(member, (stored.get(member) ?? 0) + 1)
		return {
			...one,
			first_at: firstAt,
			last_at: lastAt,
			user_id: isFull ? member : (account?.user_id ?? null),
			network: isFull ? null : one.network,
		}
	})
	await tx.execute(sql`
		insert into auth.refusals as r (hour, user_id, network, place, what, code, count, first_at, last_at)
		select hour, user_id, network, place, what, code, sum(count), min(first_at), max(last_at)
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (
			hour timestamptz, user_id uuid, network text, place text, what text, code text, count integer, first_at timestamptz, last_at timestamptz
		)
		group by hour, user_id, network, place, what, code
		on conflict (hour, user_id, network, place, what, code) do update set
			count = r.count + excluded.count,
			first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at)`)
}
