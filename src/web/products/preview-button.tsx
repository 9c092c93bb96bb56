import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { toast } from '#web/ui/toast.ts'
import { ProductDialogButton } from './product-dialog-button.tsx'

/** Opens a dialog with the details of a product that has no page. */
export function PreviewButton({ product }: { product: ShelfProduct }) {
	return (
		<ProductDialogButton product={product} load={loadDialog} onFailure={showFailure} variant="quiet">
			Preview<span className="sr-only"> {product.title}</span>
		</ProductDialogButton>
	)
}

function showFailure() {
	toast.error('The preview couldn’t be loaded', { description: 'Check your connection and try again.' })
}

async function loadDialog() {
	return (await import('./preview-dialog.tsx')).PreviewDialog
}
