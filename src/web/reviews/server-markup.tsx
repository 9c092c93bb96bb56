import { useEffect, useState } from 'react'
import { markupPlaceholder, type SiteMarkup } from '#shared/site.ts'

interface ServerMarkupProps {
	name: SiteMarkup
	className: string
}

/**
 * HTML that the running server keeps writing into the built page, such as the reviews. React leaves it as it is. A visitor who came
 * by a link of the site has a page that the browser rendered, so the HTML is fetched.
 */
export function ServerMarkup({ name, className }: ServerMarkupProps) {
	const [markup, setMarkup] = useState(() =>
		import.meta.env.SSR ? markupPlaceholder(name) : markupIn(document, name),
	)
	const isMissing = markup === null
	useEffect(() => {
		if (!isMissing) return
		let isCurrent = true
		void fetchMarkup(name).then((fetched) => {
			if (isCurrent) setMarkup(fetched)
		})
		return () => {
			isCurrent = false
		}
	}, [isMissing, name])
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

async function fetchMarkup(name: SiteMarkup): Promise<string> {
	try {
		const answer = await fetch(window.location.pathname)
		return markupIn(new DOMParser().parseFromString(await answer.text(), 'text/html'), name) ?? ''
	} catch {
		return ''
	}
}
