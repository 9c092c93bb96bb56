import type { ProvedToken } from '#server/apis/auth/email-links/one-time-tokens.ts'
import { scheduleRemoval } from '#server/apis/auth/factors/scheduled-removal.ts'
import { fitsVerifier } from '#server/apis/auth/grants/pkce.ts'
import type { Device } from '#server/apis/auth/sessions/device.ts'
import { confirmMailbox, type SignUpChoice } from '#server/apis/auth/sign-up/confirm-mailbox.ts'
import { completeEmailChange } from '#server/apis/auth/user/change-email.ts'
import { recordEvent } from '#server/apis/auth/user/record-event.ts'
import type { UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { AuthSettings } from '#server/platform/config/auth-settings.ts'
import type { Row, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

interface ApplyOptions {
	/**
	 * What the confirming browser knows of a sign-up it made: empty where it made none, null where a client of the plain
	 * wire confirms, which has no way to say.
	 */
	verifier: string | null
	device: Device
	now: Date
	settings: AuthSettings
}

/** The account after its proof, and what counts once the browser that signed up has shown itself by PKCE. */
export interface AppliedProof {
	user: UserRow
	pending: SignUpChoice | null
}

/** Does what a proved mailbox allows. `half` where another mailbox has to agree as well. */
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
 * The mailbox is proved; which password and name count is another question, since a stranger may have signed up with the
 * address. They are those of the sign-up the confirming browser made. A browser that made none signs in all the same, and
 * sets them. Whoever speaks the plain wire has read the mail's token with a program of theirs, and gets what belongs to it:
 * our mails lead people nowhere but to our page, which always says.
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
	// Whoever asked for a mail to sign in by has chosen no password, and shows themselves by the challenge of the link.
	const candidates = password === null ? [...signUps, { password, metadata, challenge, method }] : signUps
	const saysWhose = verifier !== null && settings.signUpPasswordNeedsProof
	const unproved = saysWhose ? nothing : { password, metadata }
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
 * Gives the account back to the mailbox's owner: everybody else is out, with every session, request and way in they may have
 * prepared, and the password they may know. The second step stays; one set up so lately that it may be an intruder's is removed
 * a day later, unless its owner stops that.
 */
async function recoverAccount(
	tx: Transaction,
	user: UserRow,
	{ device, now }: ApplyOptions,
): Promise<UserRow> {
	// An address the provider does not vouch for may be anybody's.
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
