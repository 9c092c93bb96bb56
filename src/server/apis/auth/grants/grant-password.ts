import type { Context } from 'hono'
import { z } from 'zod'
import { limitAttempts, passwordLimits } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { emailNotConfirmed, userBanned } from '#server/apis/auth/errors.ts'
import { phoneNotConfirmed, wrongCredentials } from '#server/apis/auth/grants/errors.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { checkMembersLength } from '#server/apis/auth/passwords/password-rules.ts'
import { readPhone, requirePhone } from '#server/apis/auth/phone/phone-sign-in.ts'
import { passwordGrantSchema, readBody } from '#server/apis/auth/schemas.ts'
import { presentSession, type SignedIn, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { deviceOf } from '#server/apis/auth/user/record-event.ts'
import {
	isBanned,
	lockUserWhere,
	type UserRow,
	userColumns,
	userRowSchema,
} from '#server/apis/auth/user/users.ts'
import { maySignInToAdmin } from '#server/features/staff/staff-links.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { widestNetwork } from '#server/platform/http/client-address.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /token?grant_type=password`: signs in. An unknown account, one without a password and a wrong password get the same
 * answer after the same work. Only a caller who knows the password learns that the account is banned or unconfirmed.
 */
export function grantPassword(auth: AuthDependencies): Handler {
	return handle({
		authenticate: (c) => auth.authenticate(c.req.raw),
		limit: (c) => auth.passwords.checkRoom(c.get('clientAddress')),
		parse: async (c) => readCredentials(await readBody(c.req.raw, passwordGrantSchema), auth),
		act: async (c, _caller, credentials) => {
			const from = c.get('clientAddress')
			const freeSlot = auth.passwords.enter(from)
			try {
				const signedIn = await noteFailures(auth, { way: 'password', tried: credentials.login, from }, () =>
					signIn(c, auth, credentials, freeSlot),
				)
				return c.json(await presentSession(auth, signedIn))
			} finally {
				freeSlot()
			}
		},
	})
}

type Credentials = z.infer<typeof passwordGrantSchema>

/** Names the account to sign in to, by its email address or its number. */
type Login = { email: string } | { phone: string }

function readCredentials(
	{ email, phone, password }: Credentials,
	auth: AuthDependencies,
): { login: Login; password: string } {
	if (email !== '' && phone !== '')
		throw validationFailed('Only an email address or phone number should be provided on login.')
	if (phone !== '') {
		requirePhone(auth, { status: 422, message: 'Phone logins are disabled' })
		return { login: { phone: readPhone(phone) }, password }
	}
	if (email === '') throw validationFailed('missing email or phone')
	return { login: { email: email.toLowerCase() }, password }
}

/** Calls `freeSlot` just before the password is checked, because the check takes its own slot. */
async function signIn(
	c: Context<Env>,
	auth: AuthDependencies,
	credentials: { login: Login; password: string },
	freeSlot: () => void,
): Promise<SignedIn> {
	const signedIn =
		(await tryPassword(c, auth, credentials, freeSlot)) ??
		// Another request has just changed the stored hash. It may have been a sign-in that renewed it, with the same password.
		(await tryPassword(c, auth, credentials, freeSlot))
	if (signedIn === undefined) throw wrongCredentials()
	return signedIn
}

/** Returns undefined if the stored hash was changed while the password was checked. */
async function tryPassword(
	c: Context<Env>,
	auth: AuthDependencies,
	{ login, password }: { login: Login; password: string },
	freeSlot: () => void,
): Promise<SignedIn | undefined> {
	const address = c.get('clientAddress')
	const found = await findAccount(auth, login, address)
	const attempt = {
		limits: passwordLimits,
		account: budgetOf(login, found?.user),
		familiarBy: found?.isFamiliar ? address : undefined,
		alsoForStrangers: [['signIn', address]] as const,
	}
	const renewed = await limitAttempts(auth, attempt, async () => {
		freeSlot()
		const checked = await auth.passwords.verifyAndRenew(found?.password ?? null, password, address)
		if (found === undefined || !checked.fits) throw wrongCredentials()
		return checked.renewed
	})
	if (found === undefined) throw wrongCredentials()
	await auth.rateLimits.consume('signInDone', `${widestNetwork(address)} ${found.user.id}`)
	const now = auth.clock.now()
	if (isBanned(found.user, now)) throw userBanned(400)
	if ('phone' in login && found.user.phone_confirmed_at === null) throw phoneNotConfirmed()
	if ('email' in login && found.user.email_confirmed_at === null) throw emailNotConfirmed(400)

	// Someone who had a shorter password before becoming a member chooses a longer one at the shop first.
	if (auth.settings.ofAdmin === true) checkMembersLength(password)

	const openSession = async (tx: Transaction) => {
		// The password may have been changed while the hash was computed. The old password must not open a session after that.
		const user = await lockUserWhere(
			tx,
			sql`u.id = ${found.user.id} and u.encrypted_password = ${found.password}`,
		)
		if (user === undefined) return undefined
		if (renewed !== undefined)
			await tx.execute(sql`update auth.users set encrypted_password = ${renewed} where id = ${user.id}`)
		return await startSession(tx, {
			user,
			method: 'password',
			device: deviceOf(c),
			now,
			settings: auth.settings,
		})
	}
	return await auth.database.asServer(openSession, { mayRepeat: true })
}

/**
 * Returns the key that wrong passwords are counted under. An account has one budget, whether the caller signs in with its
 * address or its number. So a caller who knows a user's address and number can find out that both belong to one account. An address
 * or number without an account has a budget of the same size.
 */
function budgetOf(login: Login, user: UserRow | undefined): string {
	if (user !== undefined) return `account ${user.id}`
	return 'phone' in login ? `+${login.phone}` : login.email
}

interface Account {
	user: UserRow
	/**
	 * For an unconfirmed account, the password of its latest sign-up. That password opens no session; it only leads to the answer
	 * "not confirmed".
	 */
	password: string | null
	/** Whether the user has signed in from this network before. */
	isFamiliar: boolean
}

const accountRow = userRowSchema.extend({ pending_password: z.string().nullable(), is_familiar: z.boolean() })

/**
 * Finds the account. The admin, which asks for no captcha, knows only the accounts that may sign in to it. Otherwise anybody could
 * try customers’ passwords there.
 */
async function findAccount(
	{ database, settings, clock }: AuthDependencies,
	login: Login,
	address: string,
): Promise<Account | undefined> {
	if ('email' in login && !isStorable(login.email)) return undefined
	const which = 'phone' in login ? sql`u.phone = ${login.phone}` : sql`u.email = ${login.email}`
	const [row] = await database.readAs(
		{ role: 'service' },
		sql`
		select ${userColumns}, (
			select t.pending_password from auth.one_time_tokens t
			where t.user_id = u.id and t.token_type in ('confirmation_token', 'phone_token') and t.pending_password is not null
				and u.email_confirmed_at is null and u.phone_confirmed_at is null
			order by t.created_at desc limit 1
		) as pending_password, exists (
			select from auth.audit_log_entries e
			where e.user_id = u.id and e.action = 'login' and e.ip_address = ${address}
		) as is_familiar
		from auth.users u where ${which} and ${settings.ofAdmin === true ? maySignInToAdmin(clock.now()) : sql`true`}`,
		{ row: accountRow },
	)
	if (row === undefined) return undefined
	const { pending_password, is_familiar: isFamiliar, ...user } = row
	return { user, password: user.encrypted_password ?? pending_password, isFamiliar }
}

/** Reports whether PostgreSQL can store the address. If it cannot, no account has the address. */
function isStorable(email: string): boolean {
	return !email.includes('\0') && email.isWellFormed()
}
