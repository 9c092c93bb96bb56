import type { CSSProperties } from 'react'
import type { SiteWords } from '#shared/content/site-words.ts'
import { mediaAddresses } from '#shared/media.ts'
import { Prerendered } from '#web/site/prerendered.tsx'
import { shopName, siteWords } from '#web/site/site-settings.ts'

// In attributes, because the style sheet is full and most shops have no logo.
const size = {
	width: 'auto',
	height: 'clamp(2rem, 1.5rem + 1vw, 2.5rem)',
	maxWidth: 'min(12.5rem, 46vw)',
	objectFit: 'contain',
	objectPosition: 'left',
} as const
const ground = 'light-dark(transparent, #fbf8f1)'
/** Under a logo that has no picture for the dark theme. */
const plate = {
	justifySelf: 'start',
	borderRadius: 1,
	background: ground,
	boxShadow: `0 0 0 0.1875rem ${ground}`,
	forcedColorAdjust: 'none',
} as const

/** Shows a logo in one theme only, above the one for the other. */
function onlyIn(theme: 'light' | 'dark') {
	const colour = theme === 'light' ? 'light-dark(#000, transparent)' : 'light-dark(transparent, #000)'
	return { gridArea: '1 / 1', mask: `linear-gradient(${colour} 0 0)` }
}

/** The shop's logo, or its name beside a drawn page. Browsers don't load it, because the document contains it in its header. */
export function Wordmark() {
	return (
		<Prerendered as="span" name="wordmark" className="flex items-center gap-2.5">
			{import.meta.env.SSR ? <WordmarkContent tagline={siteWords().tagline} /> : undefined}
		</Prerendered>
	)
}

/** The same for what only the server renders. */
export function WordmarkContent({ tagline }: { tagline?: string }) {
	const {
		logo: [logo],
		darkLogo: [darkLogo],
	} = siteWords()
	const below = tagline && (
		<span className="tagline mt-1 block text-[0.8125rem] leading-none font-medium text-soft lg:whitespace-nowrap">
			{tagline}
		</span>
	)
	if (logo !== undefined)
		return (
			<span>
				<span className="grid">
					<Logo picture={logo} alt={shopName()} style={darkLogo === undefined ? plate : onlyIn('light')} />
					{darkLogo && <Logo picture={darkLogo} alt="" style={onlyIn('dark')} />}
				</span>
				{below}
			</span>
		)
	return (
		<>
			<DrawnPage />
			<span>
				<span className="block text-[1.375rem] leading-none wrap-anywhere font-extrabold tracking-[-0.03em]">
					{shopName()}
				</span>
				{below}
			</span>
		</>
	)
}

interface LogoProps {
	picture: SiteWords['logo'][number]
	alt: string
	style: CSSProperties
}

function Logo({ picture: { name, width, height }, alt, style }: LogoProps) {
	const { avif, src } = mediaAddresses({ id: name, width })
	return (
		<picture style={style}>
			<source type="image/avif" srcSet={avif} sizes="200px" />
			<img src={src} alt={alt} width={width} height={height} style={size} />
		</picture>
	)
}

/** A page with one highlighted line. */
function DrawnPage() {
	return (
		<svg viewBox="0 0 24 28" width="24" height="28" className="shrink-0" aria-hidden="true">
			<path
				d="M2 1h14l6 6v20H2z"
				className="fill-leaf stroke-on-leaf"
				strokeWidth="1.5"
				strokeLinejoin="round"
			/>
			<path d="M16 1v6h6" className="fill-none stroke-on-leaf" strokeWidth="1.5" strokeLinejoin="round" />
			<path d="M5 11.5h14v4.5H5z" className="fill-marker" />
			<path d="M6 13.75h11M6 19h12M6 22.5h8" className="fill-none stroke-on-leaf" strokeWidth="1.5" />
		</svg>
	)
}
