import { cvSecrets as product } from '#catalogue/cv-secrets/product.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ProductPage } from '#web/product-page/product-page.tsx'
import { BeforeAfter } from './before-after.tsx'
import { crops, pictures } from './pictures.ts'
import { questions } from './questions.ts'

export function meta() {
	return pageMeta({
		title: 'CV Secrets No One Tells You',
		description:
			'How software and a tired person really read a CV, and how to write one that survives both. An 18-page guide with Word templates, paid once.',
		path: '/products/cv-secrets',
		picture: product.slug,
	})
}

export default function CvSecretsPage() {
	return (
		<ProductPage
			product={product}
			pictures={pictures}
			crops={crops}
			notes={{
				inside: 'Page 8 is the one to read twice.',
				get: 'Open the template, then the guide. You will write while you read.',
			}}
			questions={questions}
			related={[
				{ slug: 'student-guide', why: 'Work rules, tax codes and the rest of the first year' },
				{ slug: 'budget-planner', why: 'For the first wage, and the one after' },
			]}
		>
			<BeforeAfter crops={crops} />
		</ProductPage>
	)
}
