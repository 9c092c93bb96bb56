import type { ProvedToken } from '#server/apis/auth/email-links/one-time-tokens.ts'
import { scheduleRemoval } from '#server/apis/auth/factors/scheduled-removal.ts'
import { fitsVerifier } from '#server/apis/auth/grants/pkce.ts'
import type { Device } from '#server/apis/auth/sessions/device.ts'
import { confirmMailbox, type SignUpChoice } from '#server/apis/auth/sign-up/email-account.ts'
import { completeEmailChange } from '#server/apis/auth/user/change-email.ts'
import { recordEvent } from '#server/apis/auth/user/record-event.ts'
import type { UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { AuthSettings } from '#server/platform/config/auth-settings.ts'
import type { Row, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

interface ApplyOptions {
	/** The PKCE verifier of the confirming browser: empty if it made no sign-up, null if the client cannot send one. */
	verifier: string | null
	device: Device
	now: Date
	settings: AuthSettings
}

/** The account after the proof, and the sign-up that takes effect once its browser proves itself by PKCE. */
export interface AppliedProof {
	user: UserRow
	pending: SignUpChoice | null
}

/** Applies a proven email address to the account. Returns `half` if another mailbox must confirm as well. */
export async function applyProof(
	tx: Transaction,
	proved: ProvedToken,
	options: ApplyOptions,
): Promise<AppliedProof | 'half'> {
	switch (proved.token_type) {
		case 'confirmation_token':
			return await confirmSignUp(tx, proved, options)
		case 'recovery_token':
			return { user: await recoverAccount(tx, proved.user, options), pending: null }
		case 'email_change_token_current':
		case 'email_change_token_new': {
			const user = await completeEmailChange(tx, proved, options)
			return user === 'half' ? user : { user, pending: null }
		}
		default:
			await tx.execute(sql`
				delete from auth.one_time_tokens where user_id = ${proved.user.id} and token_type = ${proved.token_type}`)
			return { user: proved.user, pending: null }
	}
}

interface SignUpRow extends Row {
	password: string
	metadata: UserMetadata | null
	challenge: string | null
	method: 's256' | 'plain' | null
}

/**
 * Confirms the address. Its password and name come from the sign-up made in the confirming browser, because a stranger
 * may have signed up with the same address. A browser that made no sign-up is signed in and sets them afterwards. A
 * client that sends no verifier at all gets the password of the link it used; our own page always sends one.
 */
async function confirmSignUp(
	tx: Transaction,
	proved: ProvedToken,
	{ verifier, device, now, settings }: ApplyOptions,
): Promise<AppliedProof> {
	const { user, password, metadata, code_challenge: challenge, code_challenge_method: method } = proved
	const signUps = await tx.query<SignUpRow>(sql`
		select pending_password as password, pending_metadata as metadata, proof_challenge as challenge, proof_challenge_method as method
		from auth.one_time_tokens
		where user_id = ${user.id} and token_type = 'confirmation_token' and pending_password is not null
		order by created_at desc`)
	// A user who asked for a sign-in link has no password, and is recognised by the link's challenge.
	const candidates = password === null ? [...signUps, { password, metadata, challenge, method }] : signUps
	const needsProof = verifier !== null && settings.signUpPasswordNeedsProof
	const unproved = needsProof ? nothing : { password, metadata }
	const own = verifier ? candidates.find((signUp) => fitsVerifier(verifier, signUp)) : undefined
	const confirmed = await confirmMailbox(tx, user, choiceOf(own ?? unproved), now)
	await recordEvent(tx, { userId: user.id, action: 'user_signedup', from: device, now })
	const flow = candidates.find((signUp) => challenge !== null && signUp.challenge === challenge)
	return { user: confirmed, pending: flow === undefined ? null : choiceOf(flow) }
}

const nothing = { password: null, metadata: null }

function choiceOf({ password, metadata }: Pick<ProvedToken, 'password' | 'metadata'>): SignUpChoice {
	return { password, metadata: metadata ?? {} }
}

/**
 * Gives the account back to the user who can read its mailbox. Ends every session and pending request, and removes the
 * password and any identity an intruder may have added. The second step stays; one set up recently may be an
 * intruder's, so it is removed a day later unless the user cancels that.
 */
async function recoverAccount(
	tx: Transaction,
	user: UserRow,
	{ device, now }: ApplyOptions,
): Promise<UserRow> {
	// The provider has not verified this address, so it may belong to another person.
	const foreign = sql`user_id = ${user.id} and provider <> 'email' and (
		email is distinct from ${user.email} or identity_data ->> 'email_verified' is distinct from 'true')`
	await tx.execute(sql`delete from auth.identities where ${foreign}`)
	await tx.execute(sql`delete from auth.sessions where user_id = ${user.id}`)
	await tx.execute(sql`delete from auth.flow_state where user_id = ${user.id}`)
	await tx.execute(sql`
		update auth.users set encrypted_password = null, email_change = null, email_change_sent_at = null
		where id = ${user.id}`)
	await tx.execute(sql`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`)
	if (user.email_confirmed_at === null) await confirmMailbox(tx, user, { password: null, metadata: {} }, now)
	await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id}`)
	await recordEvent(tx, {
		userId: user.id,
		action: 'user_recovered',
		from: device,
		now,
		noticeTo: user.email,
	})
	await scheduleRemoval(tx, user, { now, from: device })
	return await readUser(tx, user.id)
}
