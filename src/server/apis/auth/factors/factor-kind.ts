import type { z } from 'zod'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import type { factorAnswerSchema } from '#server/apis/auth/schemas.ts'
import type { StepMethod } from '#server/apis/auth/sessions/sessions.ts'
import type { FactorRow, UserRow } from '#server/apis/auth/user/users.ts'
import type { AppErrorCode } from '#server/platform/app-error.ts'
import type { AuthSettings } from '#server/platform/config/auth-settings.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/** A factor that is being set up. */
export interface NewFactor {
	id: string
	user: UserRow
	/** What the factor's app shows as the site's name. */
	issuer: string
}

/** An open challenge of a factor. */
export interface OpenChallenge {
	secret_sealed: Buffer | null
	webauthn_challenge: string | null
	status: FactorRow['status']
}

export interface Answering {
	user: UserRow
	factor: FactorRow
	challenge: OpenChallenge
	answer: z.infer<typeof factorAnswerSchema>
	now: Date
}

/** One kind of second step: how it is set up, asked for and checked. */
export interface FactorKind {
	/** The sign-in method recorded for a session that has taken it. */
	method: StepMethod
	isOffered(settings: AuthSettings): boolean
	/** The error if it is not offered. */
	notOffered: { code: AppErrorCode; name: string }
	/** Returns what to store, encrypted, and what to show the user once. */
	begin(auth: AuthDependencies, factor: NewFactor): { sealed: Buffer | null; shown: Record<string, unknown> }
	/** Returns what the user's device has to answer: what is stored of it, and what is sent. */
	challenge(
		auth: AuthDependencies,
		subject: { user: UserRow; factor: FactorRow },
	): Promise<{ stored: string | null; sent: Record<string, unknown> }>
	/** Throws `validation_failed` if the answer lacks a part. */
	checkForm(answer: Answering['answer']): void
	/** Throws unless the answer is right. The caller has locked the account. */
	check(tx: Transaction, auth: AuthDependencies, answering: Answering): Promise<void>
}
