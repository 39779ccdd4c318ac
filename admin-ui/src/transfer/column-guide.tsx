// The possible columns of an import file, with the meaning and format of each field.
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import { useResourceNamed } from '../document/context.tsx';
import { kindOf, referenceOf } from '../document/schema.ts';
import { ScrollRegion } from '../frame/scroll-region.tsx';
import type { ImportColumn } from './columns.ts';
import styles from './import.module.css';

export function ColumnGuide({ columns }: { columns: ImportColumn[] }) {
  return (
    <ScrollRegion className={styles.scroll} label={m.import_columns()}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{m.import_column()}</th>
            <th scope="col">{m.import_column_holds()}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.name}>
              <th scope="row">
                {column.name}
                {column.required && <span className={styles.needed}>{m.import_column_required()}</span>}
              </th>
              <td className={styles.columnType}>
                <ColumnType column={column} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function ColumnType({ column: { schema, key } }: { column: ImportColumn }) {
  const target = useResourceNamed(referenceOf(schema)?.resource);
  const several = kindOf(schema) === 'references';
  if (key !== undefined) {
    const field = withoutNoun(key.toLowerCase(), target?.noun ?? '');
    return several ? m.import_holds_keys({ field }) : m.import_holds_key({ field });
  }
  const kind = columnTypeLabel(schema, (several ? target?.nouns : target?.noun) ?? '');
  const unit = schema['x-unit'];
  return unit ? m.import_holds_unit({ kind, unit }) : kind;
}

/** `name` of a project's `project name`. */
const withoutNoun = (field: string, noun: string): string =>
  field.startsWith(`${noun} `) ? field.slice(noun.length + 1) : field;

function columnTypeLabel(schema: Schema, noun: string): string {
  switch (kindOf(schema)) {
    case 'reference':
      return m.import_holds_reference({ noun });
    case 'references':
      return m.import_holds_references({ noun });
    case 'choice':
      return (schema.enum ?? []).map(String).join(', ');
    case 'number':
      return schema.type === 'integer' ? m.import_holds_whole() : m.import_holds_number();
    case 'boolean':
      return m.import_holds_boolean();
    case 'date':
      return m.import_holds_date();
    case 'moment':
      return m.import_holds_moment();
    case 'list':
      return schema.items?.properties ? m.import_holds_json() : m.import_holds_list();
    case 'facts':
      return m.import_holds_json();
    default:
      return m.import_holds_text();
  }
}
