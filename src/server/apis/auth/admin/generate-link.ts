import type { z } from 'zod'
import { insertUser } from '#server/apis/auth/admin/create-user.ts'
import { userWithEmailNotFound } from '#server/apis/auth/admin/errors.ts'
import { prepareInvitation } from '#server/apis/auth/admin/invite.ts'
import { type Admin, requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import { linkAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import {
	inviteSeconds,
	replaceToken,
	storeSecrets,
	type TokenType,
} from '#server/apis/auth/email-links/one-time-tokens.ts'
import { emailExists, userBanned } from '#server/apis/auth/errors.ts'
import { findByEmail } from '#server/apis/auth/oauth/store-identity.ts'
import { checkNewPassword } from '#server/apis/auth/passwords/password-rules.ts'
import { generateLinkSchema, readBody, redirectTarget } from '#server/apis/auth/schemas.ts'
import { storeSignUp, storeSignUpWithoutPassword } from '#server/apis/auth/sign-up/pending-sign-ups.ts'
import { makeCode, makeLinkToken } from '#server/apis/auth/tokens.ts'
import { readMetadata, type UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { isBanned, presentUser, readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists, idRow, maybeOne } from '#server/platform/db/rows.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { readEmail } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /admin/generate_link`: returns the link and code that an email would contain, and sends nothing. Anyone who has them
 * can get into the account, so the caller must give them only to its user.
 */
export function generateLink(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Returns the link that an email would contain.',
			for: 'the service role',
			query: ['redirect_to'],
			body: generateLinkSchema,
			answers: { 200: linkAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: async (c) =>
			readRequest(await readBody(c.req.raw, generateLinkSchema), auth, c.req.query('redirect_to')),
		act: async (c, admin, asked) => {
			const address = c.get('clientAddress')
			const password = asked.password === '' ? null : await auth.passwords.hash(asked.password, address)
			const now = auth.clock.now()
			const body = await auth.database.asServer(async (tx) => {
				const { settings } = auth
				const from = { admin, address, now, settings, password }
				const { user, tokenId, type } = await prepare(tx, asked, from)
				const token = makeLinkToken(false)
				const code = makeCode(settings.emailCodeDigits)
				const seconds = type === 'invite' ? inviteSeconds : Number(settings[lifetimes[type]])
				await storeSecrets(tx, tokenId, { token, code, seconds, codeSeconds: settings.emailCodeSeconds, now })
				const details = { user_id: user.id, type }
				await tx.execute(recordServiceAct({ ...admin, action: 'link_generated', details, address }))
				return { user, token, code, type }
			})
			return c.json(present(auth, body, asked.redirectTo))
		},
	})
}

const linkTypes = [
	'signup',
	'invite',
	'magiclink',
	'recovery',
	'email_change_current',
	'email_change_new',
] as const
type LinkType = (typeof linkTypes)[number]

const lifetimes: Record<Exclude<LinkType, 'invite'>, keyof AuthSettings & `${string}Seconds`> = {
	signup: 'confirmationSeconds',
	magiclink: 'magicLinkSeconds',
	recovery: 'recoverySeconds',
	email_change_current: 'emailChangeSeconds',
	email_change_new: 'emailChangeSeconds',
}

interface LinkRequest {
	type: LinkType
	email: string
	newEmail: string
	password: string
	metadata: UserMetadata
	redirectTo: string
}

/** Reads the request. The client library sends `redirect_to` in the query, and other callers send it in the body. */
function readRequest(
	body: z.infer<typeof generateLinkSchema>,
	auth: AuthDependencies,
	redirectTo: string | undefined,
): LinkRequest {
	const type = linkTypes.find((known) => known === body.type)
	const email = readEmail(body.email)
	if (type === undefined)
		throw validationFailed(`Invalid email action link type requested: ${body.type.slice(0, 40)}`)
	if (type === 'signup' && body.password === '') throw validationFailed('Signup requires a valid password')
	if (type === 'signup') checkNewPassword(body.password, email, auth.settings)
	return {
		type,
		email,
		newEmail: type.startsWith('email_change') ? readEmail(body.new_email) : '',
		password: type === 'signup' ? body.password : '',
		metadata: readMetadata(body.data),
		redirectTo: redirectTarget(body.redirect_to || redirectTo, auth).href,
	}
}

interface Preparing {
	admin: Admin
	address: string
	/** The hash of the password, if the link is for a sign-up. */
	password: string | null
	settings: AuthSettings
	now: Date
}

interface PreparedLink {
	user: UserRow
	/** The stored request that the link belongs to. */
	tokenId: string
	type: LinkType
}

/** Finds or creates the account, and stores the request that the link belongs to. */
async function prepare(tx: Transaction, asked: LinkRequest, from: Preparing): Promise<PreparedLink> {
	const { type, email } = asked
	const user = await findByEmail(tx, email)
	if (user !== undefined && isBanned(user, from.now)) throw userBanned()
	if (type === 'invite') return { ...(await prepareInvitation(tx, asked, from)), type }
	const isConfirmed = user !== undefined && user.email_confirmed_at !== null
	if (type === 'signup' && isConfirmed) throw emailExists()
	// If no confirmed account has the address, a link of type `magiclink` signs the user up as well.
	if (type === 'signup' || (type === 'magiclink' && !isConfirmed))
		return { ...(await prepareSignUp(tx, user, asked, from)), type: 'signup' }
	if (user === undefined) throw userWithEmailNotFound()
	return type === 'magiclink' || type === 'recovery'
		? { ...(await prepareSignIn(tx, user, { ...asked, type }, from)), type }
		: { ...(await prepareEmailChange(tx, user, { ...asked, type }, from)), type }
}

async function prepareSignUp(
	tx: Transaction,
	known: UserRow | undefined,
	{ email, metadata, redirectTo }: LinkRequest,
	{ password, now }: Preparing,
): Promise<Omit<PreparedLink, 'type'>> {
	const user = known ?? (await insertUser(tx, { email, userMetadata: metadata }, { password: null, now }))
	const pending = { metadata, challenge: null, redirectTo }
	const tokenId =
		password === null
			? await storeSignUpWithoutPassword(tx, user, pending, now)
			: await storeSignUp(tx, user, { ...pending, password }, { now })
	await tx.execute(sql`
		update auth.users set
			raw_user_meta_data = ${JSON.stringify(metadata)}::jsonb, confirmation_sent_at = ${now}, updated_at = ${now}
		where id = ${user.id}`)
	return { user: await readUser(tx, user.id), tokenId }
}

async function prepareSignIn(
	tx: Transaction,
	user: UserRow,
	{ type, email, redirectTo }: LinkRequest & { type: 'magiclink' | 'recovery' },
	{ now }: Preparing,
): Promise<Omit<PreparedLink, 'type'>> {
	const tokenType = type === 'recovery' ? 'recovery_token' : 'magic_link_token'
	const request = { user, type: tokenType, mailbox: email, challenge: null, redirectTo, now } as const
	const tokenId = await replaceToken(tx, request)
	await tx.execute(
		sql`update auth.users set recovery_sent_at = ${now}, updated_at = ${now} where id = ${user.id}`,
	)
	return { user: await readUser(tx, user.id), tokenId }
}

/**
 * Starts a change of address, or continues one to the same address. If both mailboxes must confirm the change, the caller
 * requests two links, one for each mailbox.
 */
async function prepareEmailChange(
	tx: Transaction,
	user: UserRow,
	{ type, newEmail, redirectTo }: LinkRequest & { type: 'email_change_current' | 'email_change_new' },
	{ now, settings }: Preparing,
): Promise<Omit<PreparedLink, 'type'>> {
	if (type === 'email_change_current' && !settings.emailChangeNeedsBoth)
		throw validationFailed('Enable secure email change to generate link for current email')
	const isTaken = await exists(
		tx,
		sql`select from auth.users where email = ${newEmail} and id <> ${user.id} and email_confirmed_at is not null`,
	)
	if (isTaken) throw emailExists()
	const mailboxes: [TokenType, string][] = [
		['email_change_token_new', newEmail],
		...(settings.emailChangeNeedsBoth
			? ([['email_change_token_current', user.email]] as [TokenType, string][])
			: []),
	]
	if (user.email_change !== newEmail) {
		await tx.execute(sql`
			update auth.users set email_change = ${newEmail}, email_change_sent_at = ${now}, updated_at = ${now} where id = ${user.id}`)
		for (const [tokenType, mailbox] of mailboxes)
			await replaceToken(tx, { user, type: tokenType, mailbox, challenge: null, redirectTo, now })
	}
	const asked = type === 'email_change_current' ? 'email_change_token_current' : 'email_change_token_new'
	const request = await maybeOne(
		tx,
		sql`select id from auth.one_time_tokens where user_id = ${user.id} and token_type = ${asked}`,
		idRow,
	)
	if (request === undefined) throw validationFailed('This mailbox has confirmed the change already')
	return { user: await readUser(tx, user.id), tokenId: request.id }
}

function present(
	{ siteUrl }: AuthDependencies,
	{ user, token, code, type }: { user: UserRow; token: string; code: string; type: LinkType },
	redirectTo: string,
): Record<string, unknown> {
	const link = new URL('/auth/v1/verify', siteUrl)
	const verified = type.startsWith('email_change') ? 'email_change' : type
	link.search = new URLSearchParams({ token, type: verified, redirect_to: redirectTo }).toString()
	return {
		...presentUser(user),
		action_link: link.href,
		email_otp: code,
		hashed_token: token,
		verification_type: type,
		redirect_to: redirectTo,
	}
}
