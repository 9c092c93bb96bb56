import { pageMeta } from '#web/head/page-meta.ts'
import { BulletList } from '#web/ui/bullet-list.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import { creatorStory } from './creator-story.ts'

const promises = [
	'Every rule that can change is dated, and the official page to check it on is named.',
	'What is not finished is not sold. It says so, and has no price until it is.',
	'Free means free: no card, no trial, no newsletter that you did not ask for.',
	'Paid means paid once. The files are ordinary files and stay yours.',
]

export function meta() {
	return pageMeta({
		title: 'About',
		description: 'Who writes the Headstart guides, why, and what we hold ourselves to.',
		path: '/about',
	})
}

export default function AboutPage() {
	return (
		<>
			<div className="page-width pt-12 lg:pt-20">
				<h1 className="max-w-4xl text-hero">
					Written by someone <span className="marked">a year ahead</span> of you
				</h1>
			</div>
			<Section title="How it began" note="A folder, a group chat, and the same ten questions.">
				<div className="grid max-w-measure gap-5 text-lead">
					{creatorStory.map((paragraph) => (
						<p key={paragraph}>{paragraph}</p>
					))}
				</div>
			</Section>
			<Section title="What we hold ourselves to" note="Hold us to it, too.">
				<BulletList items={promises} className="max-w-measure" />
			</Section>
			<Section
				title="What this is not"
				note="The people who give advice for a living are named in the guides."
			>
				<div className="max-w-measure">
					<p>
						These guides are not legal, immigration, tax or financial advice. They tell you what somebody in
						your place needs to know first, and where to ask when it matters.
					</p>
					<p className="mt-8 flex flex-wrap gap-3">
						<ButtonLink to="/free">Get Free Resources</ButtonLink>
						<ButtonLink to="/premium" variant="secondary">
							Browse Premium Guides
						</ButtonLink>
					</p>
				</div>
			</Section>
		</>
	)
}
