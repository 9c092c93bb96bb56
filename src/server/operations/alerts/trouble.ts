import { z } from 'zod'

/** What an alert says. It is stored until its email has been sent. */
export const alertTextSchema = z.object({
	/** What is wrong, in a few words. */
	title: z.string(),
	/** What that means for the shop. */
	meaning: z.string(),
	facts: z.array(z.object({ label: z.string(), value: z.string() })),
	/** What to do. The command follows it. */
	todo: z.string(),
	command: z.string(),
	link: z.object({ label: z.string(), href: z.string() }).optional(),
})

export type AlertText = z.infer<typeof alertTextSchema>

/** Something that the owner has to see to. */
export interface Trouble extends AlertText {
	kind: TroubleKind
	cases: readonly Case[]
}

/** What is emailed when a trouble is over. */
export interface End extends AlertText {
	kind: TroubleKind
}

/**
 * The kinds of trouble. Each is emailed at most once a day. The disk of each machine is a kind of its own, and so is each
 * member's account.
 */
export type TroubleKind =
	| 'held'
	| 'disputes'
	| 'fraud'
	| 'requests'
	| 'refunds'
	| 'events'
	| 'mails'
	| 'texts'
	| 'jobs'
	| 'stripe'
	| 'refused-checkouts'
	| 'backup'
	| 'damaged-backups'
	| 'audit'
	| 'certificate'
	| 'clock'
	| 'pages'
	| 'turnover'
	| 'asked'
	| `disk ${string}`
	| `refusals ${string}`

interface Case {
	id: string
	/** Whether the email is repeated every day while the case lasts. Otherwise the case is emailed once. */
	repeats: boolean
}

const mostFacts = 10

/** Returns the first few facts. If there are more, adds a last one that says how many. */
export function firstOf(facts: AlertText['facts']): AlertText['facts'] {
	if (facts.length <= mostFacts) return facts
	return [...facts.slice(0, mostFacts), { label: 'And more', value: String(facts.length - mostFacts) }]
}
