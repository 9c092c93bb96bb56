import { completeEmailChange } from '#server/auth/change-email.ts'
import { confirmMailbox } from '#server/auth/confirm-mailbox.ts'
import type { ProvedToken } from '#server/auth/one-time-tokens.ts'
import { fitsVerifier } from '#server/auth/pkce.ts'
import { recordEvent } from '#server/auth/record-event.ts'
import type { Device } from '#server/auth/sessions.ts'
import type { UserMetadata } from '#server/auth/user-metadata.ts'
import { readUser, type UserRow } from '#server/auth/users.ts'
import type { Row, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { AuthSettings } from '#server/settings/auth.ts'

interface ApplyOptions {
	/** What the confirming browser knows of a sign-up it made; empty where it knows nothing. */
	verifier: string
	device: Device
	now: Date
	settings: AuthSettings
}

/** The account after its proof, and the password that counts once the browser that signed up has shown itself by PKCE. */
export interface AppliedProof {
	user: UserRow
	pendingPassword: string | null
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
			return { user: await recoverAccount(tx, proved.user, options), pendingPassword: null }
		case 'email_change_token_current':
		case 'email_change_token_new': {
			const user = await completeEmailChange(tx, proved, options)
			return user === 'half' ? user : { user, pendingPassword: null }
		}
		default:
			await tx.execute(sql`
				delete from auth.one_time_tokens where user_id = ${proved.user.id} and token_type = ${proved.token_type}`)
			return { user: proved.user, pendingPassword: null }
	}
}

interface SignUpRow extends Row {
	password: string
	metadata: UserMetadata | null
	challenge: string | null
	method: 's256' | 'plain' | null
}

/**
 * The mailbox is proved; which password counts is another question, since a stranger may have signed up with the address.
 * It is that of the sign-up the confirming browser made. A browser that made none signs in all the same, and sets one.
 */
async function confirmSignUp(
	tx: Transaction,
	proved: ProvedToken,
	{ verifier, device, now, settings }: ApplyOptions,
): Promise<AppliedProof> {
	const { user, password, metadata, code_challenge: linkChallenge } = proved
	const signUps = await tx.query<SignUpRow>(sql`
		select pending_password as password, pending_metadata as metadata, proof_challenge as challenge, proof_challenge_method as method
		from auth.one_time_tokens
		where user_id = ${user.id} and token_type = 'confirmation_token' and pending_password is not null
		order by created_at desc`)
	const own = signUps.find((signUp) => verifier !== '' && fitsVerifier(verifier, signUp))
	const choice =
		own ?? (settings.signUpPasswordNeedsProof ? { password: null, metadata } : { password, metadata })
	const confirmed = await confirmMailbox(
		tx,
		user,
		{ password: choice.password, metadata: choice.metadata ?? {} },
		now,
	)
	await recordEvent(tx, { userId: user.id, action: 'user_signedup', from: device, now })
	const flow =
		linkChallenge === null ? undefined : signUps.find(({ challenge }) => challenge === linkChallenge)
	return { user: confirmed, pendingPassword: flow?.password ?? null }
}

/**
 * Gives the account back to its mailbox's owner: whoever else was in it is out, with every session, request and way in
 * they may have prepared. The second step stays.
 */
async function recoverAccount(
	tx: Transaction,
	user: UserRow,
	{ device, now }: ApplyOptions,
): Promise<UserRow> {
	// An address the provider does not vouch for is whatever somebody wrote there.
	const foreign = sql`user_id = ${user.id} and provider <> 'email' and (
		email is distinct from ${user.email} or identity_data ->> 'email_verified' is distinct from 'true')`
	await tx.execute(sql`delete from auth.identities where ${foreign}`)
	await tx.execute(sql`delete from auth.sessions where user_id = ${user.id}`)
	await tx.execute(sql`delete from auth.flow_state where user_id = ${user.id}`)
	await tx.execute(
		sql`update auth.users set email_change = null, email_change_sent_at = null where id = ${user.id}`,
	)
	if (user.email_confirmed_at === null) await confirmMailbox(tx, user, { password: null, metadata: {} }, now)
	await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id}`)
	await recordEvent(tx, {
		userId: user.id,
		action: 'user_recovered',
		from: device,
		now,
		noticeTo: user.email,
	})
	return await readUser(tx, user.id)
}
