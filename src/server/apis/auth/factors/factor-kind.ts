import type { z } from 'zod'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import type { factorAnswerSchema } from '#server/apis/auth/schemas.ts'
import type { StepMethod } from '#server/apis/auth/sessions/sessions.ts'
import type { FactorRow, UserRow } from '#server/apis/auth/user/users.ts'
import type { AppErrorCode } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { TextChannel } from '#server/shop/text-messages/text-gateway.ts'

/** A factor that is being set up. */
export interface NewFactor {
	id: string
	user: UserRow
	/** The site's name, which the factor's app shows. */
	issuer: string
	/** The phone number in the request; empty if there was none. */
	phone: string
}

/** An open challenge of a factor. */
export interface OpenChallenge {
	id: string
	secret_sealed: Buffer | null
	/** The hash of the code that was sent to a phone. */
	code_hash: Buffer | null
	webauthn_challenge: string | null
	status: FactorRow['status']
}

export interface Answering {
	user: UserRow
	factor: FactorRow
	challenge: OpenChallenge
	answer: z.infer<typeof factorAnswerSchema>
	/** What `checkElsewhere` returned. */
	checkedElsewhere: boolean | undefined
	now: Date
}

/** What a new challenge stores besides its time and network address. */
interface StoredChallenge {
	webauthn?: string
	channel?: TextChannel
}

/** One kind of second factor: how it is set up, asked for and checked. */
export interface FactorKind {
	/** The sign-in method recorded for a session that took the second step with this kind. */
	method: StepMethod
	isOffered(auth: Pick<AuthDependencies, 'settings' | 'phone'>): boolean
	/** The code and name for the error if this kind is not offered. */
	notOffered: { code: AppErrorCode; name: string }
	/** Returns the encrypted secret to store, if the kind has one, and what to show the user once. */
	begin(
		auth: AuthDependencies,
		factor: NewFactor,
	): { sealed: Buffer | null; phone?: string; shown: Record<string, unknown> }
	/** Makes a challenge. Returns what to store, what to send to the device and, if there is a message, a function that queues it. */
	challenge(
		auth: AuthDependencies,
		subject: { user: UserRow; factor: FactorRow; channel: string },
	): Promise<{
		stored: StoredChallenge
		sent: Record<string, unknown>
		queue?: (tx: Transaction, challengeId: string) => Promise<void>
	}>
	/** Throws `validation_failed` if the answer lacks a field. */
	checkForm(answer: Answering['answer']): void
	/**
	 * Asks the external service that made the code whether the answer is right. Called before the transaction. Returns undefined
	 * if no service made the code.
	 */
	checkElsewhere?(
		auth: AuthDependencies,
		given: Pick<Answering, 'factor' | 'answer'>,
	): Promise<boolean | undefined>
	/** Throws unless the answer is right. The caller must have locked the account. */
	check(tx: Transaction, auth: AuthDependencies, answering: Answering): Promise<void>
}
