import { pageMeta } from '#web/head/page-meta.ts'
import { findProduct } from '#web/shop-window/find-product.ts'
import { ProductPage } from '#web/shop-window/product-page.tsx'
import { BeforeAfter } from './before-after.tsx'
import { crops, pictures } from './pictures.ts'

const product = findProduct('cv-secrets')

export function meta() {
	return pageMeta({
		title: 'CV Secrets No One Tells You',
		description: product.description,
		path: '/products/cv-secrets',
	})
}

export default function CvSecretsPage() {
	return (
		<ProductPage
			product={product}
			pictures={pictures}
			notes={{
				inside: 'Page 8 is the one to read twice.',
				get: 'Open the template, then the guide. You will write while you read.',
			}}
		>
			<BeforeAfter crops={crops} />
		</ProductPage>
	)
}
