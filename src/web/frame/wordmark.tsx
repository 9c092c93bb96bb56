import { Prerendered } from '#web/site/prerendered.tsx'
import { shopName, siteWords } from '#web/site/site-settings.ts'

/** The shop's name beside its logo. The logo is a page with one highlighted line. */
export function Wordmark({ tagline = false }: { tagline?: boolean }) {
	return (
		<span className="flex items-center gap-2.5">
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
			<span>
				<span className="block text-[1.375rem] leading-none wrap-anywhere font-extrabold tracking-[-0.03em]">
					{shopName()}
				</span>
				{tagline ? (
					<Prerendered
						as="span"
						name="tagline"
						className="mt-1 block text-[0.8125rem] leading-none font-medium text-soft lg:whitespace-nowrap"
					>
						{import.meta.env.SSR ? siteWords().tagline : undefined}
					</Prerendered>
				) : null}
			</span>
		</span>
	)
}
