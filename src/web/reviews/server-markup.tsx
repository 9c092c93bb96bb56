import { useEffect, useState } from 'react'
import { markupPlaceholder, type SiteMarkup } from '#shared/site.ts'

interface ServerMarkupProps {
	name: SiteMarkup
	/** The page that has the HTML. */
	path: string
	className: string
	/** What to say if the HTML can't be fetched. Default: nothing. */
	failure?: string
}

/**
 * HTML that the running server keeps writing into the built page, such as the reviews. React leaves it as it is. A visitor who came
 * by a link of the site has a page that the browser rendered, so the HTML is fetched.
 */
export function ServerMarkup({ name, path, className, failure = '' }: ServerMarkupProps) {
	const [markup, setMarkup] = useState(() =>
		import.meta.env.SSR ? markupPlaceholder(name) : markupIn(document, name),
	)
	const isMissing = markup === null
	useEffect(() => {
		if (!isMissing) return
		let isCurrent = true
		void fetchPage(path).then((page) => {
			if (isCurrent) setMarkup((page && markupIn(page, name)) ?? failure)
		})
		return () => {
			isCurrent = false
		}
	}, [isMissing, name, path, failure])
	return (
		<div
			data-markup={name}
			className={className}
			suppressHydrationWarning
			// biome-ignore lint/security/noDangerouslySetInnerHtml: from our own server, which has escaped what visitors wrote
			dangerouslySetInnerHTML={{ __html: markup ?? '' }}
		/>
	)
}

function markupIn(page: Document, name: SiteMarkup): string | null {
	return page.querySelector(`[data-markup="${name}"]`)?.innerHTML ?? null
}

const fetching = new Map<string, Promise<Document | null>>()

/** Fetches a page as the server writes it, once for all its pieces that ask at the same time. Null if that failed. */
async function fetchPage(path: string): Promise<Document | null> {
	const underWay = fetching.get(path)
	if (underWay !== undefined) return await underWay
	const page = requestPage(path)
	fetching.set(path, page)
	try {
		return await page
	} finally {
		fetching.delete(path)
	}
}

async function requestPage(path: string): Promise<Document | null> {
	try {
		// With the origin, as an address that begins with two slashes would be one of another site.
		const answer = await fetch(`${window.location.origin}${path}`)
		return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
	} catch {
		return null
	}
}
