/** Why a review may be hidden. There is no other reason. */
export const hidingReasons = ['unlawful', 'personal data', 'advert', 'not about the guide'] as const
