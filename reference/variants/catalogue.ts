import { requiredErrorFieldsOnly } from './required-error-fields-only.ts';
import { shortPages } from './short-pages.ts';
import type { Variant } from './variant.ts';

/** Every variant that no check may condemn. */
export const variants: readonly Variant[] = [requiredErrorFieldsOnly, shortPages];
