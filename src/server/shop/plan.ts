import type { Transaction } from '#server/platform/db/database.ts'
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

/** Which execution of an act this is, so that it is recorded only once (`execution.ts`). */
export interface Execution {
	/** A hash of the act and its input. */
	asked: string
	/** How many times the same had been done when the act was planned. */
	turn: number
}

/** What an act has done, for the log. Who did it and why is recorded with it. */
export interface ActFacts {
	userId?: string | null
	purchaseId?: string
	/** Ids, amounts and times, but never an address or a secret. */
	details?: Record<string, unknown>
	/** The state before and after the act. Like the details, it never contains an address or a secret. */
	before?: Record<string, unknown>
	after?: Record<string, unknown>
}

/**
 * Runs the transaction of an act, writes the record of the act in it, and returns the answer. Throws `PlanChanged` if the same has
 * been done since the act was planned, which undoes the transaction. `actId` is the id of the record.
 */
export type Recorded = <Answer>(
	execute: (tx: Transaction, actId: string) => Promise<ActFacts & { answer: Answer }>,
) => Promise<Answer>

/** What an act would do, in sentences, and how it is done. */
export type PlannedAct<Answer> = {
	/** The email that the customer will receive, if there is one to show. */
	mail?: Mail | undefined
	/** What the plan depends on although its sentences don't say so. If it changes, the plan has changed. */
	basis?: readonly unknown[] | undefined
} & (
	| {
			will: readonly string[]
			/** Compares again what the plan relied on, and makes the change. Without an answer, the act returns null. */
			execute: (tx: Transaction, actId: string) => Promise<ActFacts & { answer?: Answer }>
			/** What happens outside the database, once the change has been made. */
			afterwards?: () => Promise<void>
	  }
	/** Work that needs more than one transaction. It runs the one that is recorded with `recorded`. */
	| { will: readonly string[]; executeInSteps: (recorded: Recorded) => Promise<Answer> }
	/** There is nothing to do. */
	| { will: readonly []; answer?: Answer }
)

/** Writes a number of people: "1 person", "1,200 people". */
export function peopleInWords(count: number): string {
	return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`
}

/** Writes a number of people with "has" or "have": "1 person has", "1,200 people have". */
export function peopleHave(count: number): string {
	return `${peopleInWords(count)} ${count === 1 ? 'has' : 'have'}`
}

/** Says that people have something and keep it: "1 person has it and keeps it". */
export function peopleKeep(count: number): string {
	return `${peopleHave(count)} it and ${count === 1 ? 'keeps' : 'keep'} it`
}
