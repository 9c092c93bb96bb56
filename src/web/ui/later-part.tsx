import type { ComponentType } from 'react'
import { lazyImport } from '#web/ui/lazy-import.ts'

interface LaterPart<Props> {
	default: ComponentType<Props>
}

/** Loads a section whose code is not part of the page's first load. If that fails, the section says so. */
export async function orNotLoaded<Props>(load: () => Promise<LaterPart<Props>>): Promise<LaterPart<Props>> {
	return await lazyImport(load).catch(() => ({ default: NotLoaded }))
}

function NotLoaded() {
	return <p>This part couldn’t be loaded. Check your connection, then load the page again.</p>
}

/** A placeholder as high as one row, so that little moves when the content arrives. */
export function LoadingRow({ what }: { what: string }) {
	return (
		<div role="status" className="w-full border-y border-rule py-4">
			<span className="sr-only">Loading {what}</span>
			<div aria-hidden className="h-6 w-1/2 bg-rule" />
			<div aria-hidden className="mt-2 h-5 w-2/3 bg-rule" />
		</div>
	)
}
