import type { Mail } from '#server/shop/emails/mailer.ts'

/** Who acts, and why if they gave a reason. */
export interface Decided {
	by: string
	/** The id of the member of staff; undefined on the command line, null for the service role. */
	staffId?: string | null | undefined
	reason: string | undefined
}

/** What an act would do, and the act itself. If `will` is empty, there is nothing to do. */
export interface Plan<Data> {
	/** What will happen, in sentences. */
	will: readonly string[]
	/** The email that the customer will receive, if there is one to show. */
	mail?: Mail | undefined
	act: () => Promise<Data>
}

/** Writes a number of people: "1 person", "1,200 people". */
export function peopleInWords(count: number): string {
	return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`
}

/** Writes a number of people with "has" or "have": "1 person has", "1,200 people have". */
export function peopleHave(count: number): string {
	return `${peopleInWords(count)} ${count === 1 ? 'has' : 'have'}`
}

/** Returns the same plan with an act that returns null. */
export function withoutAnswer({ will, act }: Plan<unknown>): Plan<null> {
	return {
		will,
		act: async () => {
			await act()
			return null
		},
	}
}
