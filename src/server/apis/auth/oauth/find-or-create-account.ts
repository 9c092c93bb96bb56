import { randomUUID } from 'node:crypto'
import { signUpsClosed, userBanned } from '#server/apis/auth/errors.ts'
import { emailUnverifiedAtProvider, identityAlreadyLinked } from '#server/apis/auth/oauth/errors.ts'
import type { ExternalIdentity } from '#server/apis/auth/oauth/external-identity.ts'
import { findByEmail, providersOf, storeIdentity } from '#server/apis/auth/oauth/store-identity.ts'
import { confirmMailbox } from '#server/apis/auth/sign-up/email-account.ts'
import { removeWaysIn } from '#server/apis/auth/user/hand-over.ts'
import { type Device, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { contactOf, isBanned, lockUserWhere, readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { idRow, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

interface AccountOptions {
	device: Device
	now: Date
	settings: Pick<AuthSettings, 'signUpsOpen'>
}

/**
 * Finds or creates the account for an external identity. If no account is linked to the identity yet, links it to the account
 * that has the verified address, or to a new account. Throws `user_banned`, `signup_disabled`, or
 * `provider_email_needs_verification` if only an unverified address could identify the account.
 */
export async function findOrCreateAccount(
	tx: Transaction,
	identity: ExternalIdentity,
	options: AccountOptions,
): Promise<UserRow> {
	await lockIdentity(tx, identity)
	const owner = await userOf(tx, identity)
	if (owner !== undefined) {
		refuseBanned(owner, options.now)
		return await storeIdentity(tx, owner, identity, options.now)
	}
	const { email } = identity
	if (email === null || !identity.isEmailVerified) throw emailUnverifiedAtProvider(identity.provider)
	const known = await findByEmail(tx, email)
	if (known === undefined) return await createAccount(tx, { ...identity, email }, options)
	refuseBanned(known, options.now)
	return known.email_confirmed_at === null
		? await claimUnconfirmed(tx, known, identity, options)
		: await linkByEmail(tx, known, identity, options)
}

/** Links the identity to the account of a signed-in user. Throws `identity_already_exists`. */
export async function linkAccount(
	tx: Transaction,
	identity: ExternalIdentity,
	userId: string,
	{ device, now }: Omit<AccountOptions, 'settings'>,
): Promise<UserRow> {
	await lockIdentity(tx, identity)
	const owner = await userOf(tx, identity)
	if (owner !== undefined) throw identityAlreadyLinked({ isOwn: owner.id === userId })
	await tx.execute(sql`select from auth.users where id = ${userId} for no key update`)
	const user = await readUser(tx, userId)
	refuseBanned(user, now)
	const linked = await storeIdentity(tx, user, identity, now)
	await recordLink(tx, user, identity, { device, now })
	return linked
}

/** Serialises concurrent sign-ins with the same identity. */
async function lockIdentity(tx: Transaction, { provider, providerId }: ExternalIdentity): Promise<void> {
	await tx.query(
		sql`select pg_advisory_xact_lock(hashtextextended(${`identity/${provider}/${providerId}`}, 0))`,
	)
}

async function userOf(
	tx: Transaction,
	{ provider, providerId }: ExternalIdentity,
): Promise<UserRow | undefined> {
	return await lockUserWhere(
		tx,
		sql`u.id = (select user_id from auth.identities where provider = ${provider} and provider_id = ${providerId})`,
	)
}

async function createAccount(
	tx: Transaction,
	identity: ExternalIdentity & { email: string },
	options: AccountOptions,
): Promise<UserRow> {
	const { device, now, settings } = options
	if (!settings.signUpsOpen) throw signUpsClosed()
	const { provider, email } = identity
	const created = await maybeOne(
		tx,
		sql`
		insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
		values (
			${randomUUID()}, ${email}, ${now}, ${JSON.stringify(providersOf([provider]))}::jsonb,
			${JSON.stringify(identity.data)}::jsonb, ${now}, ${now}
		)
		on conflict (email) do nothing
		returning id`,
		idRow,
	)
	// A concurrent sign-up took the address: start again with the account that exists now.
	if (created === undefined) return await findOrCreateAccount(tx, identity, options)
	const user = await storeIdentity(tx, await readUser(tx, created.id), identity, now)
	await recordEvent(tx, {
		userId: user.id,
		action: 'user_signedup',
		from: device,
		now,
		details: { provider },
	})
	return user
}

/**
 * Claims an unconfirmed account whose address the provider has verified. A stranger may have signed up with that address, so
 * everything the stranger could have prepared is removed: password, name, number, pending emails and texts, sessions, passkeys,
 * second factors and other identities.
 */
async function claimUnconfirmed(
	tx: Transaction,
	user: UserRow,
	identity: ExternalIdentity,
	{ device, now }: AccountOptions,
): Promise<UserRow> {
	await removeWaysIn(tx, user)
	await confirmMailbox(tx, user, { password: null, metadata: {} }, now)
	await tx.execute(sql`
		update auth.users set
			phone = null, phone_confirmed_at = null, phone_proved_at = null,
			raw_app_meta_data = ${JSON.stringify(providersOf([identity.provider]))}::jsonb
		where id = ${user.id}`)
	const claimed = await storeIdentity(tx, await readUser(tx, user.id), identity, now)
	const details = { provider: identity.provider }
	await recordEvent(tx, { userId: user.id, action: 'user_signedup', from: device, now, details })
	return claimed
}

async function linkByEmail(
	tx: Transaction,
	user: UserRow,
	identity: ExternalIdentity,
	{ device, now }: AccountOptions,
): Promise<UserRow> {
	const linked = await storeIdentity(tx, user, identity, now)
	await recordLink(tx, user, identity, { device, now })
	return linked
}

/** Records the new way to sign in and notifies the user. */
async function recordLink(
	tx: Transaction,
	user: UserRow,
	{ provider }: ExternalIdentity,
	{ device, now }: { device: Device; now: Date },
): Promise<void> {
	await recordEvent(tx, {
		userId: user.id,
		action: 'identity_linked',
		from: device,
		now,
		details: { provider },
		noticeTo: contactOf(user),
	})
}

function refuseBanned(user: UserRow, now: Date): void {
	if (isBanned(user, now)) throw userBanned()
}
