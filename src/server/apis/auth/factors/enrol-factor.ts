import { randomUUID } from 'node:crypto'
import { newFactorAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { factorNameTaken, kindNotOffered, tooManyFactors } from '#server/apis/auth/factors/errors.ts'
import type { FactorKind } from '#server/apis/auth/factors/factor-kind.ts'
import { factorKinds } from '#server/apis/auth/factors/require-factor.ts'
import { requireSettingUp } from '#server/apis/auth/factors/require-members-step.ts'
import { checkReauthentication, noProof } from '#server/apis/auth/passwords/check-reauthentication.ts'
import { enrolSchema, readBody } from '#server/apis/auth/schemas.ts'
import { type LiveSession, lockAccountOf, requireLiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { readUser, refuseAnonymous } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

const mostFactors = 10
const longestName = 64
/** An unfinished factor older than this is deleted, so that its name can be used again. */
const abandonedSeconds = 300

/**
 * `POST /factors`: starts setting up a second factor. For an authenticator app, returns the secret once, as text, URI and QR
 * code. The factor takes effect when its first code or key is verified. Requires a recent sign-in, since a factor set up by an
 * intruder would lock the user out.
 */
export function enrolFactor(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Begins setting up a second step.',
			for: 'users',
			body: enrolSchema,
			answers: { 200: newFactorAnswer },
		},
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		parse: (c) => readBody(c.req.raw, enrolSchema),
		act: async (c, session, body) => {
			refuseAnonymous(session.user)
			const type = readType(body.factor_type)
			const kind = requireOffered(type, auth)
			const name = readName(body.friendly_name)
			const issuer = readName(body.issuer).replaceAll(/^[\s:]+$/g, '') || new URL(auth.siteUrl).host
			await auth.rateLimits.consume('updateUser', session.user.id)
			await requireSettingUp(auth, session)
			await checkReauthentication(auth, session, noProof, {
				message: 'Enrolling a factor requires reauthentication',
			})

			const id = randomUUID()
			const now = auth.clock.now()
			const {
				sealed,
				phone = null,
				shown,
			} = kind.begin(auth, {
				id,
				user: session.user,
				issuer,
				phone: body.phone,
			})
			await auth.database.asServer(async (tx) => {
				await checkRoom(tx, session, { name, now })
				await tx.execute(sql`
			insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret_sealed, phone, created_at, updated_at)
			values (${id}, ${session.user.id}, ${name}, ${type}, ${sealed}, ${phone}, ${now}, ${now})`)
				await recordEvent(tx, {
					userId: session.user.id,
					action: 'factor_in_progress',
					from: deviceOf(c),
					now,
					details: { factor_id: id },
				})
			})
			return c.json({ id, type, ...(name === '' ? {} : { friendly_name: name }), ...shown })
		},
	})
}

const types = ['totp', 'phone', 'webauthn'] as const
type EnrolledType = (typeof types)[number]

function readType(text: string): EnrolledType {
	const type = types.find((known) => known === text)
	if (type === undefined) throw validationFailed('factor_type needs to be totp, phone, or webauthn')
	return type
}

function requireOffered(type: EnrolledType, auth: AuthDependencies): FactorKind {
	const kind = factorKinds[type]
	if (kind.isOffered(auth)) return kind
	throw kindNotOffered(kind.notOffered)
}

/** Validates the name of a factor. Throws `validation_failed`. */
export function readName(text: string): string {
	if (text.length > longestName || /\p{Cc}/u.test(text) || !text.isWellFormed())
		throw validationFailed(`Names are at most ${longestName} characters of text`)
	return text
}

async function checkRoom(
	tx: Transaction,
	session: LiveSession,
	{ name, now }: { name: string; now: Date },
): Promise<void> {
	const { id } = await lockAccountOf(tx, session, now)
	await tx.execute(sql`
		delete from auth.mfa_factors
		where user_id = ${id} and status = 'unverified' and created_at < ${new Date(now.getTime() - abandonedSeconds * 1000)}`)
	const { factors } = await readUser(tx, id)
	if (factors.some(({ friendly_name }) => friendly_name === name)) throw factorNameTaken(name)
	if (factors.filter(({ factor_type }) => factor_type !== 'recovery_code').length >= mostFactors)
		throw tooManyFactors()
}
