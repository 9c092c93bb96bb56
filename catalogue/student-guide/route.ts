import type { ProductPageContent } from '../product-page.ts'
import { page } from './page.ts'

export const handle: ProductPageContent = {
	...page,
	files: import.meta.glob<string>(['./gallery/*.avif', './gallery/*-1280.webp'], {
		eager: true,
		query: '?url',
		import: 'default',
	}),
}
