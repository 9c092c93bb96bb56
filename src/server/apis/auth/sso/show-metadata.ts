import type { SsoDependencies } from '#server/apis/auth/sso/service-provider.ts'
import { anyone, type Handler, handle } from '#server/platform/http/handle.ts'

/** `GET /sso/saml/metadata`: describes this shop to identity providers; `download=true` offers it as a file. */
export function showMetadata({ serviceProvider }: SsoDependencies): Handler {
	return handle({
		about: {
			does: 'Describes this shop to identity providers, as XML.',
			for: 'anyone',
			query: ['download'],
			answers: { 200: 'a file' },
		},
		authenticate: anyone,
		act: (c) =>
			c.body(serviceProvider.metadata, 200, {
				'content-type': 'application/xml',
				'cache-control': 'public, max-age=600',
				...(c.req.query('download') === 'true'
					? { 'content-disposition': 'attachment; filename="metadata.xml"' }
					: {}),
			}),
	})
}
