import { useNavigate } from 'react-router'
import type { ProductToGet } from '#shared/catalogue-schema.ts'
import { readPath } from '#shared/paths.ts'
import { workbookName } from '#shared/planner/workbook-cells.ts'
import { referenceOf } from '#web/session/failed-requests.ts'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { linkToFile } from '#web/shop/file-link.ts'
import type { SignInPrompt } from '#web/shop/sign-in-first.ts'
import { useKeptPlan, useToday } from './plan-store.ts'
import { Planner } from './planner.tsx'

interface HolderPlannerProps {
	product: Pick<ProductToGet, 'slug' | 'pdfFileName'>
	userId: string
}

/** The planner with a user's own numbers, which this browser keeps. */
export function HolderPlanner({ product, userId }: HolderPlannerProps) {
	const navigate = useNavigate()
	const { pdfFileName } = product
	const prompt: SignInPrompt = {
		message: 'Please sign in to download PDFs',
		goToSignIn: (tab) => void navigate(signInPath(readPath(product), tab)),
	}
	return (
		<Planner
			store={useKeptPlan(userId)}
			today={useToday()}
			loadWorkbook={pdfFileName === null ? undefined : () => loadEmptyWorkbook(pdfFileName, prompt)}
		/>
	)
}

/** Loads the empty workbook from the user's download; null if that has failed, which a message has said. */
async function loadEmptyWorkbook(archive: string, prompt: SignInPrompt): Promise<Uint8Array | null> {
	const url = await linkToFile(archive, prompt, { inside: workbookName })
	if (url === null) return null
	const response = await fetch(url).catch(() => null)
	if (response?.ok) return new Uint8Array(await response.arrayBuffer())
	const reference = response && referenceOf(response)
	toastFailure('Failed to download PDF. Please try again.', { reference, unreachable: response === null })
	return null
}
