import { Link } from 'react-router'
import type { Question } from '#catalogue/product-page.ts'

export function QuestionList({ questions }: { questions: readonly Question[] }) {
	return (
		<dl className="grid gap-x-12 gap-y-8 md:grid-cols-2">
			{questions.map(({ question, answer, more }) => (
				<div key={question}>
					<dt className="font-display text-subheading font-bold tracking-[-0.018em]">{question}</dt>
					<dd className="mt-2 text-soft">
						<p>
							{answer}
							{more === undefined ? null : (
								<>
									{' '}
									<Link to={more.to} className="link">
										{more.label}
									</Link>
								</>
							)}
						</p>
					</dd>
				</div>
			))}
		</dl>
	)
}
