import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { capitalised } from '#shared/wording.ts'

/** Describes each event of an account. The keys are the names of the events in the database. */
const events: ReadonlyMap<string, string> = new Map([
	['account_exported', 'Downloaded their data'],
	['email_change_requested', 'Asked to change their address'],
	['email_changed', 'Changed their address'],
	['factor_in_progress', 'Began to add a second step'],
	['factor_removal_planned', 'Recovered the account, so that a new second step will be removed'],
	['factor_removal_stopped', 'Kept a second step that would have been removed'],
	['factor_unenrolled', 'Removed a second step'],
	['factor_verified', 'Added a second step'],
	['identity_linked', 'Added a way to sign in'],
	['identity_unlinked', 'Removed a way to sign in'],
	['login', 'Signed in'],
	['logout', 'Signed out'],
	['mfa_code_login', 'Took their second step'],
	['passkey_created', 'Added a passkey'],
	['passkey_deleted', 'Removed a passkey'],
	['passkey_updated', 'Renamed a passkey'],
	['phone_change_requested', 'Asked to change their phone number'],
	['phone_changed', 'Changed their phone number'],
	['recovery_code_used', 'Used a recovery code'],
	['recovery_codes_made', 'Made recovery codes'],
	['recovery_codes_removed', 'Removed their recovery codes'],
	['token_reused', 'A sign-in was used from two devices'],
	['token_revoked', 'A device was signed out'],
	['user_modified', 'Changed their name'],
	['user_reauthenticate_requested', 'Asked for a code'],
	['user_recovered', 'Recovered their account by email'],
	['user_recovery_requested', 'Asked for a new password'],
	['user_signedup', 'Signed up'],
	['user_updated_password', 'Changed their password'],
])

/** Describes what happened. If the action has no description, turns its name into words. */
export function eventName(action: string): string {
	return events.get(action) ?? capitalised(action.replaceAll('_', ' '))
}

/** What each state of a purchase means. */
const statuses: ReadonlyMap<string, string> = new Map([
	['pending', 'At the checkout'],
	['completed', 'Delivered'],
	['refunded', 'Refunded'],
	['disputed', 'Disputed'],
	['expired', 'Checkout not finished'],
	['failed', 'Payment failed'],
	['duplicate', 'Paid twice, refunded'],
	['held', 'On hold'],
])

export function statusName(status: string): string {
	return statuses.get(status) ?? status
}

/** Says which state a purchase is in, and since when. */
export function stateAt({ status, since }: { status: string; since: string }): string {
	return `${status === 'pending' ? 'Checkout begun' : statusName(status)}, ${timeOf(since)}`
}

export type Mail = NonNullable<Answer<'customer'>['mails']>[number]

const links: ReadonlyMap<string, string> = new Map([
	['confirmation_token', 'to confirm their address'],
	['invite_token', 'to accept an invitation'],
	['magic_link_token', 'to sign in'],
	['recovery_token', 'to choose a new password'],
	['email_change_token_new', 'to confirm a new address'],
	['email_change_token_current', 'to confirm a change of address'],
	['reauthentication_token', 'to confirm that it’s them (a code)'],
])

/** Returns what an email was about. */
export function mailName({ mail, about }: Mail): string {
	if (mail === 'receipt') return `Receipt ${about}`
	if (mail === 'refund') return `About a refund of ${about}`
	if (mail === 'notice') return about
	if (mail === 'link') return `A link ${links.get(about) ?? 'for their account'}`
	if (mail === 'pending') return `That the payment for ${about} is on its way`
	if (mail === 'failed') return `That the payment for ${about} has failed`
	if (mail === 'held') return `That the payment for ${about} is on hold`
	if (mail === 'news') return `News: ${about}`
	return mail === 'review' ? `Asked for a review of ${about}` : `A new edition of ${about}`
}

/** Returns whether an email was sent, and if not, why. */
export function mailState({ at, emailed_at, waits, refusal }: Mail): string {
	if (refusal !== null) return `Refused by their mail server: ${refusal}`
	if (emailed_at !== null) return `Emailed ${timeOf(emailed_at)}`
	return waits ? `Queued ${timeOf(at)}` : `Emailed (queued ${timeOf(at)})`
}
