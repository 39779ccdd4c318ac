// The notice in place of records whose filter cannot be applied: what is wrong with it, and how to go on.
import { Button } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { definitionOf, optionLabel, type FilterDefinition } from '../data/filter-definition.ts';
import type { Condition, FilterGroup } from '../data/filter-group.ts';
import { LONGEST_SEARCH, type FilterProblem } from '../data/filter-problems.ts';
import type { Resource } from '../document/resources.ts';
import { labelOf } from '../document/schema.ts';
import { shortened } from '../frame/address-note.tsx';
import { Notice } from '../frame/notice.tsx';
import { operatorLabel } from './describe.ts';
import { useDefinitions } from './use-definitions.ts';

/** What cannot be applied, and what of the query could be. */
export interface BlockedFilter {
  problems: FilterProblem[];
  remaining: { search: string; filters: FilterGroup | null };
  /** The name of the user's default filter, if it is the one. */
  usual?: string | undefined;
}

interface Props {
  resource: Resource;
  blocked: BlockedFilter;
  /** Continues with what remains. */
  onShow: (remaining: BlockedFilter['remaining']) => void;
  /** Opens the filter builder; undefined where there is none. */
  onEdit?: (() => void) | undefined;
}

export default function BlockedNotice({ resource, blocked, onShow, onEdit }: Props) {
  const { problems, remaining, usual } = blocked;
  const { data = [] } = useDefinitions(resource, problems.some(isCondition));
  const edits = onEdit && problems.every(({ wrong }) => wrong !== 'forbidden' && wrong !== 'fixed');
  return (
    <Notice
      failure
      title={m.filters_blocked()}
      text={[
        ...new Set(problems.map((problem) => messageFor(problem, resource, data))),
        ...(usual === undefined ? [] : [m.filters_blocked_default({ name: usual })]),
        m.filters_blocked_nothing({ label: resource.nouns }),
      ]}
    >
      <Button look="secondary" onClick={() => onShow(remaining)}>
        {m.filters_show_without()}
      </Button>
      {edits && (
        <Button look="secondary" aria-haspopup="dialog" onClick={onEdit}>
          {m.filters_edit_filter()}
        </Button>
      )}
      {remaining.filters && (
        <Button look="secondary" onClick={() => onShow({ ...remaining, filters: null })}>
          {m.list_clear_filters()}
        </Button>
      )}
    </Notice>
  );
}

const isCondition = (problem: FilterProblem) => 'condition' in problem;

function messageFor(problem: FilterProblem, { nouns }: Resource, definitions: FilterDefinition[]): string {
  switch (problem.wrong) {
    case 'unreadable':
      return m.filters_blocked_unreadable();
    case 'forbidden':
      return m.filters_blocked_forbidden({ label: nouns });
    case 'fixed':
      return m.filters_blocked_fixed();
    case 'search':
      return m.filters_blocked_search({ count: formatNumber(LONGEST_SEARCH) });
    default:
      return messageOf(problem.wrong, problem.condition, nouns, definitions);
  }
}

function messageOf(wrong: string, condition: Condition, label: string, definitions: FilterDefinition[]): string {
  const definition = definitionOf(definitions, condition.field);
  const field = definition?.label ?? labelOf(condition.field, undefined);
  const { operator } = condition;
  if (wrong === 'field') return m.filters_blocked_field({ field: shortened(condition.field), label });
  if (wrong === 'operator') return m.filters_blocked_operator({ field, operator: shortened(operatorLabel(operator)) });
  if (wrong === 'order') return m.filters_blocked_order({ field });
  const value = invalidValues(condition, definition).map(String).join(', ').trim();
  return value === ''
    ? m.filters_blocked_no_value({ field })
    : m.filters_blocked_value({ field, value: shortened(value) });
}

/** Of options those that do not exist, else all values. */
function invalidValues({ value, secondValue }: Condition, definition: FilterDefinition | undefined) {
  const all = [value ?? [], secondValue ?? []].flat();
  const unknown = all.filter((one) => optionLabel(definition, one) === undefined);
  return unknown.length > 0 ? unknown : all;
}
