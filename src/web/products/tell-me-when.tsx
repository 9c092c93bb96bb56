import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toast } from '#web/ui/toast.ts'
import { ProductDialogButton } from './product-dialog-button.tsx'

/** Opens a dialog that asks for an email address. The shop emails that address when the product is released. */
export function TellMeWhen({ product }: { product: ShelfProduct }) {
	return (
		<ProductDialogButton product={product} load={loadDialog} onFailure={showFailure}>
			Tell me when<span className="sr-only"> {product.title} is out</span>
		</ProductDialogButton>
	)
}

function showFailure() {
	toast.error('The form couldn’t be loaded', { description: 'Check your connection and try again.' })
}

async function loadDialog() {
	return (await lazyImport(() => import('./tell-me-when-dialog.tsx'))).TellMeWhenDialog
}
