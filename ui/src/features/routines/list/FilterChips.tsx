import { useQuery } from "@tanstack/react-query";
import { reads } from "@/backend";
import { Chip } from "@/components/Chip";
import { routineStateWord } from "@/components/words";
import { STATES, TRIGGERS } from "../search";
import type { FilterProps } from "./FilterMenus";
import { spanWords, triggerWords } from "./filterWords";

/** What narrows the list; each chip takes its filter away. */
export function FilterChips({ search, change, tenants }: FilterProps) {
  const { state = [], trigger = [], tenant, owner, definition, due, off } = search;
  return (
    <>
      {state.length > 0 && (
        <Chip onRemove={() => change({ state: undefined })}>
          {`State: ${some(state, STATES, (name) => routineStateWord(name).label)}`}
        </Chip>
      )}
      {trigger.length > 0 && (
        <Chip onRemove={() => change({ trigger: undefined })}>
          {`Trigger: ${some(trigger, TRIGGERS, (kind) => triggerWords[kind])}`}
        </Chip>
      )}
      {tenant !== undefined && (
        <Chip onRemove={() => change({ tenant: undefined })}>
          {`Tenant: ${tenants.find((each) => each.id === tenant)?.name ?? "unknown"}`}
        </Chip>
      )}
      {owner !== undefined && (
        <Chip onRemove={() => change({ owner: undefined })}>{`Owner: ${owner}`}</Chip>
      )}
      {definition !== undefined && (
        <DefinitionChip id={definition} onRemove={() => change({ definition: undefined })} />
      )}
      {due !== undefined && (
        <Chip onRemove={() => change({ due: undefined })}>
          {`Due in the next ${spanWords(due)}`}
        </Chip>
      )}
      {off !== undefined && (
        <Chip onRemove={() => change({ off: undefined })}>{`Off for ${off} d or longer`}</Chip>
      )}
    </>
  );
}

function DefinitionChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useQuery(reads.definitions(null));
  const name = data?.find((each) => each.id === id)?.name ?? "unknown";
  return <Chip onRemove={onRemove}>{`Definition: ${name}`}</Chip>;
}

function some<Word>(
  chosen: readonly Word[],
  all: readonly Word[],
  words: (word: Word) => string,
): string {
  const [only] = chosen;
  return chosen.length === 1 && only !== undefined
    ? words(only)
    : `${chosen.length} of ${all.length}`;
}
