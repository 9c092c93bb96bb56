import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import type { GuideChapter } from './read-guide.ts'
import { SearchForm, type SearchFormProps } from './search-form.tsx'

interface ReadingBarProps {
	chapters: readonly GuideChapter[]
	/** The anchor of the chapter on the screen. */
	currentId: string | null
	/** How much of the guide the reader has scrolled past. */
	percent: number
	/** The chapter in which reading was resumed; null if the guide opened at the beginning. */
	resumedAt: string | null
	startAgain: () => void
	search: SearchFormProps
}

type Panel = 'contents' | 'search'

/**
 * Contents, search, progress and the links to the next and previous chapter. On a laptop it is a column beside the text. On a
 * phone it is a bar at the top of the screen, with buttons that open the contents or the search.
 */
export function ReadingBar({ chapters, currentId, percent, resumedAt, startAgain, search }: ReadingBarProps) {
	const [open, setOpen] = useState<Panel | null>(null)
	const toggles = { contents: useRef<HTMLButtonElement>(null), search: useRef<HTMLButtonElement>(null) }
	const field = useRef<HTMLInputElement>(null)
	const list = useRef<HTMLElement>(null)
	const id = useId()
	const at = Math.max(
		0,
		chapters.findIndex((chapter) => chapter.id === currentId),
	)

	// Keeps the current chapter in view in a long list.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the current link is found by its attribute
	useEffect(() => {
		const link = list.current?.querySelector<HTMLElement>('[aria-current]')
		if (link) list.current?.scrollTo({ top: link.offsetTop - list.current.clientHeight / 2 })
	}, [currentId, open])

	function toggle(panel: Panel) {
		const opening = open !== panel
		setOpen(opening ? panel : null)
		// The field can take the focus only once it is shown.
		if (opening && panel === 'search') setTimeout(() => field.current?.focus())
	}
	function closeOnEscape(event: KeyboardEvent) {
		if (event.key !== 'Escape' || open === null) return
		toggles[open].current?.focus()
		setOpen(null)
	}
	function read() {
		setOpen(null)
		search.onRead()
	}
	const controls = (panel: Panel) => ({
		type: 'button' as const,
		ref: toggles[panel],
		'aria-expanded': open === panel,
		'aria-controls': `${id}-${panel}`,
		onClick: () => toggle(panel),
	})
	const shown = (panel: Panel) => ({ id: `${id}-${panel}`, 'data-open': open === panel || undefined })

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what its buttons opened
		<div className="reading-bar" onKeyDown={closeOnEscape}>
			<div className="reading-row">
				<button {...controls('contents')} className="reading-toggle grow">
					<Icon name="menu" size={20} className="shrink-0" />
					<span className="sr-only">Contents, now at: </span>
					<span className="truncate">{chapters[at]?.title}</span>
				</button>
				<StepLink chapter={chapters[at - 1]} name="Previous" />
				<StepLink chapter={chapters[at + 1]} name="Next" />
				<button {...controls('search')} className="reading-toggle shrink-0">
					Search
				</button>
			</div>
			<div className="reading-progress">
				<progress aria-label="Read so far" max={100} value={percent} />
				<span aria-hidden="true" className="figures">
					{percent}%
				</span>
			</div>
			<div role="status">
				{resumedAt === null ? null : (
					<p className="reading-resumed">
						You’re where you stopped, in “{resumedAt}”.{' '}
						<button type="button" onClick={startAgain} className="link">
							Start at the beginning
						</button>
					</p>
				)}
			</div>
			<div {...shown('search')} className="reading-panel">
				<SearchForm {...search} onRead={read} field={field} />
			</div>
			<nav ref={list} aria-label="Contents" {...shown('contents')} className="reading-panel reading-contents">
				<ol>
					{chapters.map((chapter) => (
						<li key={chapter.id}>
							<Link
								to={`#${chapter.id}`}
								aria-current={chapter.id === currentId ? 'location' : undefined}
								onClick={() => setOpen(null)}
							>
								{chapter.title}
							</Link>
						</li>
					))}
				</ol>
			</nav>
		</div>
	)
}

interface StepLinkProps {
	/** Undefined at the first or the last chapter. */
	chapter: GuideChapter | undefined
	name: 'Previous' | 'Next'
}

function StepLink({ chapter, name }: StepLinkProps) {
	const content = (
		<>
			<Icon name={name === 'Next' ? 'chevronRight' : 'chevronLeft'} size={20} />
			<span className="max-lg:sr-only">{name}</span>
			<span className="sr-only">
				{chapter === undefined ? ' chapter: none' : ` chapter: ${chapter.title}`}
			</span>
		</>
	)
	return chapter === undefined ? (
		// Next always keeps its place, so that the buttons beside it stay under the thumb. On a phone, the title takes the place of
		// a missing Previous.
		<span
			aria-hidden="true"
			className={`reading-step invisible ${name === 'Previous' ? 'max-lg:hidden!' : ''}`}
		>
			{content}
		</span>
	) : (
		<Link to={`#${chapter.id}`} className="reading-step">
			{content}
		</Link>
	)
}
