import type { LoaderFunctionArgs } from 'react-router'
import type { ProductContent } from '#web/products/product-content.ts'
import { contentOf, productAt, productBySlug } from './content.server.ts'

/**
 * Serves the content of a product's page, as JSON, to other pages and to the preview of a product that is coming soon. The router makes
 * the response: asking for many thousands of them before each change is shown would take several times as long with one made here.
 */
export function loader({ params }: LoaderFunctionArgs): ProductContent | Response {
	const product = productBySlug(params.slug) ?? productAt(`/products/${params.slug}`)
	return product === undefined ? new Response(null, { status: 404 }) : contentOf(product)
}
