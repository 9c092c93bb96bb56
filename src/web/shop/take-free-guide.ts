import type { ProductToGet } from '#shared/catalogue-schema.ts'
import { call } from '#web/session/call.ts'
import { toast } from '#web/ui/toast.ts'
import { linkToFile, startDownload } from './file-link.ts'
import { openPdf } from './open-pdf.tsx'
import { markOwned } from './owned.ts'
import type { SignInPrompt } from './sign-in-first.ts'
import { userOrSignIn } from './user-or-sign-in.ts'
import { writeWaitingPage } from './waiting-page.ts'
import type { WaitingTab } from './waiting-tab.ts'

export interface DownloadableGuide extends Pick<ProductToGet, 'pdfFileName' | 'title' | 'shortTitle'> {
	/** The file inside the ZIP, if only that is downloaded. */
	inside?: string
}

const failedTitle = 'Failed to download PDF. Please try again.'

/** Records the purchase of a free guide and shows its PDF in the waiting tab. */
export async function takeIntoTab(
	product: ProductToGet,
	fileName: string,
	tab: WaitingTab,
	prompt: SignInPrompt,
): Promise<void> {
	writeWaitingPage(tab, product.title)
	const user = await userOrSignIn(prompt, failedTitle)
	if (user === null) tab.close()
	else await Promise.all([recordFreePurchase(user.id, product), openPdf(fileName, tab, prompt)])
}

/** Records the purchase of a free guide and starts the browser's download. */
export async function takeAsDownload(
	product: ProductToGet,
	prompt: SignInPrompt,
): Promise<'downloading' | 'owned' | 'stayed'> {
	const user = await userOrSignIn(prompt, failedTitle)
	if (user === null) return 'stayed'
	const [record, started] = await Promise.all([
		recordFreePurchase(user.id, product),
		startOwnDownload(product, prompt, { saysSo: false }),
	])
	if (!started) return 'stayed'
	if (record !== 'repeated') return 'downloading'
	toast.info('You already own this product! Check your downloads.')
	return 'owned'
}

/** Downloads a guide that the user owns: into the waiting tab if there is one, otherwise as a browser download. */
export async function fetchOwned(
	product: DownloadableGuide,
	tab: WaitingTab | null,
	prompt: SignInPrompt,
): Promise<void> {
	const fileName = product.pdfFileName
	if (tab !== null) writeWaitingPage(tab, product.title)
	const user = await userOrSignIn(prompt, failedTitle)
	if (user === null) tab?.close()
	else if (tab === null || fileName === null) await startOwnDownload(product, prompt)
	else await openPdf(fileName, tab, prompt, product.inside)
}

/** Adds the free guide to the user's purchases. A failure is only logged, because it must not block the download. */
async function recordFreePurchase(
	userId: string,
	product: ProductToGet,
): Promise<'recorded' | 'repeated' | 'failed'> {
	const { answer, failure } = await call('/rest/v1/purchases', (supabase) =>
		supabase.from('purchases').insert({
			user_id: userId,
			product_id: product.id,
			product_name: product.title,
			price: 0,
			status: 'completed',
			currency: 'GBP',
		}),
	)
	// A conflict means that the user already has the guide.
	const repeated = answer?.status === 409
	if (answer?.error === null || repeated) {
		markOwned(userId, product.id)
		return repeated ? 'repeated' : 'recorded'
	}
	console.warn('The free purchase was not recorded.', answer?.error?.message, failure)
	return 'failed'
}

/** Starts the browser's download of a guide that the user owns. If that fails, shows why and returns false. */
async function startOwnDownload(
	product: DownloadableGuide,
	prompt: SignInPrompt,
	/** Whether a message says that it has started. A page that says so itself needs none. */
	{ saysSo = true }: { saysSo?: boolean } = {},
): Promise<boolean> {
	const fileName = product.pdfFileName
	if (fileName === null) {
		toast.error('Download not available yet for this product')
		return false
	}
	const { inside } = product
	const downloadAs = inside === undefined ? fileName : inside.slice(inside.lastIndexOf('/') + 1)
	const url = await linkToFile(fileName, prompt, { downloadAs, inside })
	if (url === null) return false
	startDownload(url, downloadAs)
	if (saysSo) toast.success(`${product.shortTitle} is downloading`)
	return true
}
