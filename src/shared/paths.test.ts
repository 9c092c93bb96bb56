import { expect, test } from 'vitest'
import { shelf } from '#catalogue/shelf.ts'
import { safeRedirect } from '#shared/safe-redirect.ts'
import { waitingGuideAt, waitingPath } from './paths.ts'

test.each(shelf.filter(({ comingSoon }) => !comingSoon))(
	'$slug waits at a page a visitor may be sent to',
	(product) => {
		expect(safeRedirect(waitingPath(product))).toBe(waitingPath(product))
		expect(waitingGuideAt(waitingPath(product))).toBe(product)
	},
)

test.each(shelf.filter(({ comingSoon }) => comingSoon))(
	'$slug, which nobody can have yet, waits nowhere',
	(product) => {
		expect(waitingGuideAt(waitingPath(product))).toBeNull()
	},
)

test.each(['/', '/premium', '/products/cv-secrets', '/payment-success?session_id=cs_test_1'])(
	'no guide waits at %s',
	(path) => {
		expect(waitingGuideAt(path)).toBeNull()
	},
)
