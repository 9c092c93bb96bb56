import { findProduct } from '#web/shop-window/find-product.ts'
import { DrawnCover } from '#web/shop-window/drawn-cover.tsx'

/** The fanned stack of real pages that is the hero's picture. */
export function PageStack() {
	return (
		<div className="relative mx-auto aspect-[4/3.6] w-full max-w-112">
			<DrawnCover product={findProduct('budget-planner')} className="absolute top-[6%] left-[46%] w-[46%] rotate-[9deg]" />
			<DrawnCover product={findProduct('cv-secrets')} className="absolute top-[3%] left-[24%] w-[46%] rotate-2" />
			<DrawnCover product={findProduct('student-guide')} className="absolute top-[8%] left-[2%] w-[46%] -rotate-6" />
		</div>
	)
}
