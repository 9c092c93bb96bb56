import type { LoaderFunctionArgs } from 'react-router'
import { contentOf, productAt, productBySlug } from './content.server.ts'

/** Serves the content of a product's page to other pages and to the preview of a product that is coming soon. */
export function loader({ params }: LoaderFunctionArgs): Response {
	const product = productBySlug(params.slug) ?? productAt(`/products/${params.slug}`)
	return product === undefined ? new Response(null, { status: 404 }) : Response.json(contentOf(product))
}
