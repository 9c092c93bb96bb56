import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toast } from '#web/ui/toast.ts'
import { fetchContent } from './guide-content.ts'
import { ProductDialogButton, type ProductDialogProps } from './product-dialog-button.tsx'

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

/** Loads the dialog and the details, which no list contains. */
async function loadDialog(product: ShelfProduct) {
	const [{ PreviewDialog }, content] = await Promise.all([
		lazyImport(() => import('./preview-dialog.tsx')),
		fetchContent(product),
	])
	const { previewContent } = content.product
	return (props: ProductDialogProps) => <PreviewDialog {...props} preview={previewContent} />
}
