import { z } from 'zod'
import { insertUser } from '#server/apis/auth/admin/create-user.ts'
import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { presentSession, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { deviceOf } from '#server/apis/auth/user/record-event.ts'
import { type UserRow, userColumns, userRowSchema } from '#server/apis/auth/user/users.ts'
import { becomeMember } from '#server/features/staff/plan-members.ts'
import { takeSignInLink } from '#server/features/staff/staff-links.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBody } from '#server/platform/http/body.ts'
import { anyone, type Handler, handle } from '#server/platform/http/handle.ts'
import { signInLinkExpired } from './errors.ts'

const bodySchema = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })

/** The account that is made for an owner on a local run. */
const localOwner = 'owner@headstart.test'

/**
 * `POST /staff/sign-in`: signs in the owner on a local run, with the link that the shop prints when it starts. The first time,
 * this creates the owner's account. An owner who has set up two-step verification still has to take the second step. Throws
 * `otp_expired`.
 */
export function signInWithLink(auth: AuthDependencies): Handler {
	return handle({
		authenticate: anyone,
		parse: (c) => readBody(c.req.raw, bodySchema, 1_024),
		act: async (c, _caller, { token }) => {
			const now = auth.clock.now()
			const from = c.get('clientAddress')
			const signedIn = await noteFailures(auth, { way: 'link of a local start', tried: {}, from }, () =>
				limitFailures(auth.rateLimits, [['verify', from]], () =>
					auth.database.asServer(async (tx) => {
						if (!(await takeSignInLink(tx, token, now))) throw signInLinkExpired()
						const user = await findOrMakeOwner(tx, now)
						const { settings } = auth
						return await startSession(tx, { user, method: 'otp', device: deviceOf(c), now, settings })
					}),
				),
			)
			return c.json(await presentSession(auth, signedIn))
		},
	})
}

async function findOrMakeOwner(tx: Transaction, now: Date): Promise<UserRow> {
	const owner = await maybeOne(
		tx,
		sql`
		select ${userColumns} from auth.users u join auth.staff m on m.user_id = u.id
		where m.role = 'owner' and (u.banned_until is null or u.banned_until <= ${now}) order by m.created_at limit 1`,
		userRowSchema,
	)
	if (owner !== undefined) return owner
	const known = await maybeOne(
		tx,
		sql`select ${userColumns} from auth.users u where u.email = ${localOwner}`,
		userRowSchema,
	)
	const user =
		known ?? (await insertUser(tx, { email: localOwner, emailConfirm: true }, { password: null, now }))
	await becomeMember(tx, { userId: user.id, role: 'owner', by: 'npm start', reason: 'the first start' })
	return user
}
