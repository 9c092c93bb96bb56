import { href, Link } from 'react-router'
import type { ProductContent } from '#web/products/product-content.ts'
import { Fold, ProductSection } from './product-section.tsx'

/** Lists the questions. Each opens its answer. */
export function QuestionList({ questions }: Pick<ProductContent, 'questions'>) {
	return (
		<ProductSection
			title="Common questions"
			note={
				<>
					Something else?{' '}
					<Link to={href('/contact')} className="link">
						Write to us
					</Link>
					.
				</>
			}
		>
			<div className="border-t border-rule">
				{questions.map(({ question, answer, more }) => (
					<Fold key={question} title={question}>
						<p className="max-w-measure text-soft">
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
					</Fold>
				))}
			</div>
		</ProductSection>
	)
}
