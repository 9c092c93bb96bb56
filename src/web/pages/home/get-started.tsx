import type { HomePage } from '#shared/content/own-pages.ts'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { useFreeGuides } from '#web/session/step-aside.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

/** The way to an account. Not shown while the shop gives nothing away. */
export function GetStarted({ title, more }: HomePage['start']) {
	const titles = useFreeGuides().map(({ shortTitle }) => `the ${shortTitle}`)
	if (titles.length === 0) return null
	return (
		<section className="page-width mt-10 sm:mt-18 lg:mt-32">
			<div className="grid items-end gap-x-8 gap-y-4 border-t-2 border-ink pt-5 sm:gap-y-8 sm:pt-8 lg:grid-cols-[1fr_auto]">
				<div>
					<h2 className="text-heading sm:text-title">{title}</h2>
					<p className="mt-1.5 max-w-measure leading-snug text-soft sm:mt-3 sm:text-lead">
						{inOneSentence(titles)} {more}
					</p>
				</div>
				<ButtonLink to={signInPath('/', 'sign-up')} className="sm:justify-self-start">
					Get started free
				</ButtonLink>
			</div>
		</section>
	)
}

/** Returns a sentence such as "The Student Guide and the Startup Blueprint cost nothing." It names two guides at most. */
function inOneSentence(titles: readonly string[]): string {
	const named = titles.length > 2 ? [...titles.slice(0, 2), 'others'] : titles
	const list = new Intl.ListFormat('en-GB').format(named)
	return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${titles.length === 1 ? 'costs' : 'cost'} nothing.`
}
