import { claimsIn, type MarketingClaim } from '#catalogue/marketing-claims.ts'
import {
	type DocumentName,
	findFaults,
	pageSchemas,
	productDocumentSchema,
} from '#shared/content/documents.ts'

/** Returns the marketing claims in a document; none if it has faults. */
export function claimsOf({ kind, id }: DocumentName, content: unknown): readonly MarketingClaim[] {
	const nothing = { products: [], testimonials: [], story: [] }
	if (findFaults({ kind, id }, content).length > 0) return []
	const claims =
		kind === 'product'
			? claimsIn({ ...nothing, products: [productDocumentSchema.parse(content)] })
			: kind === 'page' && id === 'home'
				? claimsIn({ ...nothing, ...pageSchemas.home.parse(content) })
				: kind === 'page' && id === 'about'
					? claimsIn({ ...nothing, ...pageSchemas.about.parse(content) })
					: []
	return claims.filter(({ text }) => text !== '')
}
