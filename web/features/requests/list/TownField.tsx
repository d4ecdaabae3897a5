import { useQuery } from '@tanstack/react-query';
import { NO_TOWN, NO_TOWN_LABEL } from '#contract/words/requests.ts';
import { foldText } from '#contract/words/search.ts';
import { ChoiceField, type Option } from '#web/ui/mantine/form/ChoiceField.tsx';
import { requestQueries } from '../requests.api.ts';

/** The value of an option that only says something. No town is called so. */
const NOT_LOADED = '?';
const fixed: readonly Option<string>[] = [
  { value: '', label: 'All Towns' },
  { value: NO_TOWN, label: NO_TOWN_LABEL },
];

/** The filter by the town of the service address, with the towns that requests have. */
export function TownField({ value, onChange }: { value: string; onChange: (town: string) => void }) {
  const { data: towns, isError, refetch } = useQuery(requestQueries.towns());
  // A link may have it in another case.
  const listed = towns?.find((town) => foldText(town) === foldText(value)) ?? value;
  const isOther = listed !== '' && listed !== NO_TOWN && !towns?.includes(listed);
  const options = [
    ...fixed,
    ...(isOther ? [{ value: listed, label: listed }] : []),
    ...(towns ?? []).map((town) => ({ value: town, label: town })),
    ...(towns ? [] : [{ value: NOT_LOADED, label: isError ? 'Failed to load towns' : 'Loading...', disabled: true }]),
  ];
  return (
    <ChoiceField
      label="Town"
      options={options}
      value={listed}
      onChange={onChange}
      onFocus={() => {
        if (isError) void refetch();
      }}
    />
  );
}
