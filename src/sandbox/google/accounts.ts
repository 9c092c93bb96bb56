import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Store } from '#sandbox/store/store.ts'
import { writtenEmailAddress } from '#shared/email-address.ts'

/** An account at the Google stand-in. */
export interface GoogleAccount {
	/** The user's permanent id at the provider. */
	sub: string
	email: string
	name: string
	emailVerified: boolean
	/** Set for the account that cancels the sign-in when it is chosen. */
	cancels?: true
}

export const presetAccounts: readonly GoogleAccount[] = [
	account('amara.okafor@gmail.test', 'Amara Okafor', true),
	account('tom.reed@gmail.test', 'Tom Reed', true),
	account('una.verified@gmail.test', 'Una Verified', false),
	{ ...account('cal.cancels@gmail.test', 'Cal Cancels', true), cancels: true },
]

export const accountsSchema =
	'create table if not exists google_accounts (sub text primary key, account text not null) strict'

const accountSchema = z.object({
	sub: z.string(),
	email: z.string(),
	name: z.string(),
	emailVerified: z.boolean(),
})

/** The form for another account, on the page where an account is chosen. */
export const newAccountSchema = z.object({
	email: writtenEmailAddress('must be an email address').max(255),
	name: z.string().trim().min(1, 'must be a name').max(300),
	verified: z
		.literal('yes')
		.optional()
		.transform((value) => value !== undefined),
})

/** Saves an account, in place of an earlier one with the same address. The same address always gets the same `sub`. */
export function saveAccount(
	store: Store,
	{ email, name, verified }: z.infer<typeof newAccountSchema>,
): GoogleAccount {
	const kept = account(email, name, verified)
	store.run(
		'insert into google_accounts values (?, ?) on conflict (sub) do update set account = excluded.account',
		kept.sub,
		JSON.stringify(kept),
	)
	return kept
}

export function findAccount(store: Store, sub: string): GoogleAccount | undefined {
	const row = store.get('select account from google_accounts where sub = ?', sub)
	if (row !== undefined) return accountSchema.parse(JSON.parse(String(row.account)))
	return presetAccounts.find((ready) => ready.sub === sub)
}

/** Lists the preset accounts, then those that were added by hand, newest first. */
export function listAccounts(store: Store): readonly GoogleAccount[] {
	const made = store
		.all('select account from google_accounts order by rowid desc limit 20')
		.map((row) => accountSchema.parse(JSON.parse(String(row.account))))
	const subs = new Set(made.map(({ sub }) => sub))
	return [...presetAccounts.filter(({ sub }) => !subs.has(sub)), ...made]
}

function account(email: string, name: string, emailVerified: boolean): GoogleAccount {
	// Made of 21 digits, as Google's ids are.
	const digits = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)
	return { sub: `1${BigInt(`0x${digits}`).toString().padStart(20, '0')}`, email, name, emailVerified }
}
