/** The types of links in our emails: those of the Auth API, and our own that keeps two-step verification on. */
const linkTypes = [
	'signup',
	'email',
	'invite',
	'magiclink',
	'recovery',
	'email_change',
	'keep_factors',
] as const
export type LinkType = (typeof linkTypes)[number]

export interface EmailedLink {
	tokenHash: string
	type: LinkType
}

/** Returns the emailed link in an address's query; null if a part is missing, as in a link copied by hand. */
export function readEmailedLink(query: URLSearchParams): EmailedLink | null {
	const tokenHash = query.get('token_hash')
	const type = linkTypes.find((known) => known === query.get('type'))
	return tokenHash && type ? { tokenHash, type } : null
}

interface LinkTexts {
	title: string
	text: string
	button: string
	busyLabel: string
}

const confirm: LinkTexts = {
	title: 'Confirm your email',
	text: 'Press the button to confirm your email. You’ll be signed in on this device.',
	button: 'Confirm my email',
	busyLabel: 'Confirming...',
}

/** The texts of the page, by the type of the link that led to it. */
export const linkTexts: Readonly<Record<LinkType, LinkTexts>> = {
	signup: confirm,
	email: confirm,
	invite: confirm,
	magiclink: {
		title: 'Sign in',
		text: 'Press the button to sign in on this device.',
		button: 'Sign me in',
		busyLabel: 'Signing in...',
	},
	recovery: {
		title: 'Set a new password',
		text: 'When you press the button, your old password stops working and every other device is signed out. Then you choose a new one.',
		button: 'Set a new password',
		busyLabel: 'Opening...',
	},
	keep_factors: {
		title: 'Keep two-step verification on',
		text: 'Press the button if you set it up yourself. It stays on, and you’ll still need a code from your app to sign in.',
		button: 'Keep it on',
		busyLabel: 'Saving...',
	},
	email_change: {
		title: 'Confirm the new address',
		text: 'Press the button if you asked for this change. You need to confirm it from both mailboxes, in either order.',
		button: 'Confirm the new address',
		busyLabel: 'Confirming...',
	},
}
