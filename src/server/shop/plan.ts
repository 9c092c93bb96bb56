import type { Mail } from '#server/shop/emails/mailer.ts'

/** Who acts, and why if they say so. */
export interface Decided {
	by: string
	/** The member of staff; undefined on the command line, null for the service role. */
	staffId?: string | null | undefined
	reason: string | undefined
}

/** What an act would do. Nothing is left to do if `will` is empty. */
export interface Plan<Data> {
	/** What will happen, in sentences. */
	will: readonly string[]
	/** The email that the customer will receive, if there is one to show. */
	mail?: Mail | undefined
	act: () => Promise<Data>
}

/** Writes how many people a sentence is about: "1 person", "1,200 people". */
export function peopleInWords(count: number): string {
	return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`
}

/** The same for a sentence that says what they have done: "1 person has", "1,200 people have". */
export function peopleHave(count: number): string {
	return `${peopleInWords(count)} ${count === 1 ? 'has' : 'have'}`
}

/** The same plan, with an act that answers nothing. */
export function withoutAnswer({ will, act }: Plan<unknown>): Plan<null> {
	return {
		will,
		act: async () => {
			await act()
			return null
		},
	}
}
