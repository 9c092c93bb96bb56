import { domainToASCII } from 'node:url'

/** Hosts that deliver to the same mailboxes under several names, with the name that stands for all of them. */
const sameHosts: ReadonlyMap<string, string> = new Map([
	['googlemail.com', 'gmail.com'],
	['me.com', 'icloud.com'],
	['mac.com', 'icloud.com'],
	['protonmail.com', 'proton.me'],
	['pm.me', 'proton.me'],
])

/** Characters that a host ignores in the name before the `@`. */
const ignored: ReadonlyMap<string, RegExp> = new Map([
	['gmail.com', /\./g],
	['proton.me', /[._-]/g],
])

/**
 * Returns one spelling for all the addresses that reach the same mailbox, as the key of a limit. Case, Unicode's wide and composed forms, the
 * two spellings of an international domain, quotes and what follows a plus sign don't matter, nor do dots where the provider
 * ignores them. Emails are never sent to this spelling.
 */
export function mailboxOf(email: string): string {
	const folded = email.normalize('NFKC').toLowerCase()
	const at = folded.lastIndexOf('@')
	const name = folded.slice(0, at).replaceAll(/["\\]/g, '')
	const domain = folded.slice(at + 1).replace(/\.$/, '')
	const ascii = domainToASCII(domain) || domain
	const host = sameHosts.get(ascii) ?? ascii
	const untagged = name.replace(/(?<=.)\+.*$/, '')
	const dots = ignored.get(host)
	return `${(dots && untagged.replaceAll(dots, '')) || untagged}@${host}`
}
