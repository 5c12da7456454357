import { changePerform } from '../../faults/change-stage.ts';
import type { VariantRow } from '../variant-row.ts';

const largestPage = '3';

export const shortPages: VariantRow = {
  title:
    'A page of list-users has at most three users, whatever size is requested; the last one has no nextPageToken.',
  quote: 'One limits the maximum number of elements in a returned page.',
  apply: changePerform('list-users', (perform, { fire }) => async (request, call) => {
    const asked = Number(request.pageSize?.[0] ?? 0);
    const isShort = asked === 0 || asked > Number(largestPage);
    if (isShort) fire();
    const page = await perform(isShort ? { ...request, pageSize: [largestPage] } : request, call);
    const { nextPageToken, ...lastPage } = page;
    return nextPageToken === '' ? lastPage : page;
  }),
};
