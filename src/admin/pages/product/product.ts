import type { Answer } from '#shared/admin/api.ts'

export type Product = Answer<'product'>

/** What the parts of a product's page are given. */
export interface PartProps {
	product: Product
	isOwner: boolean
	onDone: () => void
}
