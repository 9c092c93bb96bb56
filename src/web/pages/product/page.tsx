import { type MetaArgs, useMatches } from 'react-router'
import { contentOf } from './content.ts'
import { metaOf, ProductView } from './product-view.tsx'

export function meta({ matches }: MetaArgs) {
	return metaOf(contentOf(matches))
}

export default function ProductPage() {
	return <ProductView content={contentOf(useMatches())} />
}
