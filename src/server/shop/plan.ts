import type { Mail } from '#server/shop/emails/mailer.ts'

/** An owner's decision that cannot be carried out; the message tells the owner why. */
export class DecisionError extends Error {
	constructor(message: string, cause?: unknown) {
		super(message, { cause })
		this.name = 'DecisionError'
	}
}

/** The act was planned in a state that no longer holds, often because somebody has just carried out the same plan. */
export class PlanChanged extends DecisionError {
	constructor() {
		super('Something has changed since the preview. Check again what will happen.')
		this.name = 'PlanChanged'
	}
}

/** Who acts, and why if they gave a reason. */
export interface Decided {
	by: string
	/** The id of the member of staff; undefined on the command line, null for the service role. */
	staffId?: string | null | undefined
	reason: string | undefined
	/** Which execution of the act this is, so that it is recorded only once (`execution.ts`). */
	execution?: Execution | undefined
}

export interface Execution {
	/** A hash of the act and its input. */
	asked: string
	/** How many times the same had been done when the act was planned. */
	turn: number
}

/** What an act would do, and the act itself. If `will` is empty, there is nothing to do. */
export interface Plan<Data> {
	/** What will happen, in sentences. */
	will: readonly string[]
	/** The email that the customer will receive, if there is one to show. */
	mail?: Mail | undefined
	/** What the plan depends on although its sentences don't say so. If it changes, the plan has changed. */
	basis?: readonly unknown[] | undefined
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
