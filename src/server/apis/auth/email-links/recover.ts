import { nothingToSay } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requestEmail, requestTo } from '#server/apis/auth/email-links/email-requests.ts'
import { readBody, recoverSchema } from '#server/apis/auth/schemas.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/** `POST /recover`: emails a link for setting a new password. Answers `{}` whether or not the account exists. */
export function recover(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Emails a link for setting a new password.',
			for: 'callers',
			query: ['redirect_to'],
			body: recoverSchema,
			answers: { 200: nothingToSay },
		},
		authenticate: (c) => auth.authenticate(c.req.raw),
		parse: async (c) => {
			const body = await readBody(c.req.raw, recoverSchema)
			if (body.email === '') throw validationFailed('Password recovery requires an email')
			return requestTo(c, auth, { kind: 'recovery', body })
		},
		act: (c, _caller, request) => requestEmail(c, auth, request),
	})
}
