import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { dayOf } from '#shared/dates.ts'
import { focusText } from '#web/ui/focus.ts'
import { useCurrentSection } from '#web/ui/use-current-section.ts'
import { EndOfGuide } from './end-of-guide.tsx'
import { findText } from './find-text.ts'
import { ChapterText } from './guide-text.tsx'
import { ReadFrame } from './read-frame.tsx'
import type { Guide } from './read-guide.ts'
import { ReadingBar } from './reading-bar.tsx'
import { useTypedFields } from './typed-fields.ts'
import { usePlace } from './use-place.ts'
import { useTicks } from './use-ticks.ts'

interface ReaderProps {
	product: ShelfProduct
	userId: string
	guide: Guide
	/** Whether this is the copy kept in this browser, shown because the server could not be reached. */
	unchecked: boolean
}

/** Shows the text of a guide, and beside it the contents, the search and the reader's progress. */
export function Reader({ product, userId, guide, unchecked }: ReaderProps) {
	const { slug } = product
	const { chapters, edition } = guide
	const ids = useMemo(() => chapters.map(({ id }) => id), [chapters])
	const ticks = useTicks(userId, slug)
	const fields = useTypedFields(userId, slug)
	const [percent, setPercent] = useState(0)
	const onProgress = useCallback((share: number) => setPercent(Math.round(share * 100)), [])
	const { isReturn, resumedAt, startAgain } = usePlace({ guide, userId, slug, onProgress })
	const currentId = useCurrentSection(ids, true, isReturn)

	const [query, setQuery] = useState('')
	const [match, setMatch] = useState(0)
	const wanted = useDeferredValue(query)
	const matches = useMemo(() => findText(chapters, wanted), [chapters, wanted])
	function search(next: string) {
		setQuery(next)
		setMatch(0)
	}
	useEffect(() => {
		const found = matches && document.querySelector(currentMark(match))
		found?.scrollIntoView({ block: 'center' })
	}, [matches, match])
	const withMatch = matches?.firsts.findLastIndex((first) => first <= match) ?? -1
	function readHere() {
		const found = document.querySelector(currentMark(match))
		const text = found?.closest<HTMLElement>('p, li, th, td, h3, h4, h2')
		if (text) focusText(text)
	}
	/** Returns the number of the current match if it is in this chapter, so that only this chapter is rendered again. */
	function currentIn(chapter: number): number | null {
		if (matches === null) return null
		const [first = 0, end = matches.count] = matches.firsts.slice(chapter, chapter + 2)
		return match >= first && match < end ? match : null
	}

	return (
		<ReadFrame
			product={product}
			aside={
				<ReadingBar
					chapters={chapters}
					currentId={currentId}
					percent={percent}
					resumedAt={resumedAt}
					startAgain={startAgain}
					search={{
						query,
						onQuery: search,
						match,
						onMatch: setMatch,
						count: matches?.count ?? null,
						chapter: chapters[withMatch]?.title ?? null,
						onRead: readHere,
					}}
				/>
			}
		>
			<p className="margin-note figures mb-8">
				Edition of <time dateTime={edition}>{dayOf(new Date(edition))}</time>
				<span className="print:hidden">
					{unchecked
						? '. The shop can’t be reached just now: this is the copy kept in this browser.'
						: ' · opens without a connection too, in this browser, until you sign out, here or on another device'}
				</span>
			</p>
			<div className="guide-text">
				{chapters.map((chapter, index) => (
					<ChapterText
						key={chapter.id}
						chapter={chapter}
						matches={matches?.chapters[index]}
						current={currentIn(index)}
						ticks={ticks}
						fields={fields}
					/>
				))}
			</div>
			<EndOfGuide product={product} />
		</ReadFrame>
	)
}

const currentMark = (match: number) => `.guide-text mark[data-match="${match}"]`
