// The import of a table into a resource: choose a file or paste it, which is checked at once, review the result, import.
import { Button } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Progress } from '@mizan/ui-kit/skeleton';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { saveAs } from '../data/download.ts';
import { useMay, useResource, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { NavigationBlocker } from '../form/navigation-blocker.tsx';
import { Icon } from '../frame/icon.tsx';
import { JobProgress } from '../frame/job-progress.tsx';
import { NotHere } from '../frame/not-here.tsx';
import { Screen } from '../frame/screen.tsx';
import { useDrop } from '../frame/use-drop.ts';
import { backToList } from '../list/last-list.ts';
import { useMaySaved, useSaved } from '../saved/collection.ts';
import { SavedMenu } from '../saved/saved-menu.tsx';
import { ColumnGuide } from './column-guide.tsx';
import { importColumns } from './columns.ts';
import { csvOf } from './csv.ts';
import { Doubles } from './doubles.tsx';
import { FileDrop } from './file-drop.tsx';
import styles from './import.module.css';
import { MappingList } from './mapping-list.tsx';
import { Outcome } from './outcome.tsx';
import { PasteTable } from './paste-table.tsx';
import { wrongLines } from './report.ts';
import { choicesOf, mappingsOf, SAVED_MAPPINGS, type SavedMapping } from './saved-mappings.ts';
import { knownColumns } from './source-table.ts';
import { isReported, useImport, type ImportState, type Phase } from './use-import.ts';
import { questionOf, WritingChoice } from './writing-choice.tsx';

const KINDS = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export default function ImportScreen() {
  const resource = useResource();
  const may = useMay();
  if (!may(resource, 'import') || !resource.input) return <NotHere />;
  return <Import key={resource.name} resource={resource} />;
}

function Import({ resource }: { resource: Resource }) {
  const all = useResources();
  const columns = useMemo(() => importColumns(resource, all), [resource, all]);
  const known = useMemo(() => knownColumns(resource, columns), [resource, columns]);
  const state = useImport(resource, known);
  const { file, phase, busy, options, writing } = state;
  const result = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { over, target } = useDrop(busy, (files) => void state.take(files));
  const shown = isReported(phase) ? phase : phase.kind === 'checking' ? phase.before : undefined;
  const choose = () => input.current?.click();

  // Moves the focus to the result.
  useEffect(() => {
    if (state.results === 0) return;
    result.current?.focus({ preventScroll: true });
    result.current?.scrollIntoView?.({ block: 'nearest' });
  }, [state.results]);

  const saveTemplate = () => {
    const names = columns.map(({ name }) => name);
    saveAs(new Blob([csvOf([names])], { type: 'text/csv;charset=utf-8' }), `${resource.name}-template.csv`);
  };

  return (
    <Screen
      {...target}
      title={m.import_title({ label: resource.label })}
      text={m.import_text({ noun: resource.noun })}
      crumbs={[{ label: resource.label, to: backToList(resource) }, { label: m.import_link() }]}
      narrow
    >
      <NavigationBlocker
        when={phase.kind === 'importing' && !state.job}
        title={m.import_leave_title()}
        text={m.import_leave_text()}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={KINDS}
        onChange={(event) => {
          void state.take([...(event.target.files ?? [])]);
          // Allows choosing the same file again, corrected.
          event.target.value = '';
        }}
      />
      <Card title={m.import_file()} text={m.import_file_text()} action={<Mappings resource={resource} state={state} />}>
        <FileDrop
          file={file}
          problem={state.fileProblem}
          busy={busy}
          over={over}
          onChoose={choose}
          onRemove={state.drop}
        />
        <PasteTable busy={busy} onTake={(pasted) => void state.take([pasted])} />
        {writing && (
          <WritingChoice
            writing={writing}
            chosen={options.writing}
            busy={busy}
            onChoose={(chosen) => state.choose({ ...options, writing: chosen })}
          />
        )}
        {file && options.mapping && phase.kind !== 'done' && (
          <MappingList
            mapping={options.mapping}
            known={known}
            busy={busy}
            onChange={(mapping) => state.choose({ ...options, mapping })}
          />
        )}
        <Doubles options={options} busy={busy} onChoose={(next) => state.choose(next)} />
        <div className={styles.actions}>
          {file && phase.kind !== 'done' && (
            <Button
              look="secondary"
              aria-disabled={busy || phase.kind === 'checking'}
              onClick={() => {
                if (phase.kind !== 'checking') state.check();
              }}
            >
              {phase.kind === 'checking' ? m.import_checking() : m.import_check_again()}
            </Button>
          )}
          <p className={styles.quiet}>{m.import_check_text()}</p>
        </div>
      </Card>
      <section ref={result} className={styles.result} tabIndex={-1} aria-label={m.import_report()}>
        <p className={unseen.unseen} role="status">
          {statusOf(phase, resource)}
        </p>
        {busy && <JobProgress job={state.job} label={state.job ? busyText(phase) : m.import_sending()} />}
        {phase.kind === 'checking' && !shown && <Busy text={busyText(phase)} />}
        {state.failure && (
          <p className={styles.failure} role="alert">
            <Icon name="warning" size={18} />
            <span>{state.failure}</span>
          </p>
        )}
        {shown && (
          <Card
            title={shown.kind === 'done' ? m.import_done_title() : m.import_report()}
            busy={phase.kind === 'checking'}
          >
            <Outcome
              resource={resource}
              kind={shown.kind}
              report={shown.report}
              fileName={file?.name ?? resource.name}
              writing={writing}
              busy={phase.kind === 'checking'}
              onAnswer={(part, value) =>
                state.choose({ ...options, writing: { ...options.writing, [part]: value } }, true)
              }
              onReplace={choose}
              onImport={() => void state.run()}
              onLook={resource.plans ? () => void state.look() : undefined}
              onAgain={state.drop}
            />
          </Card>
        )}
      </section>
      <Card
        title={m.import_columns()}
        text={m.import_columns_text()}
        action={
          <Button look="secondary" icon={<Icon name="download" size={16} />} onClick={saveTemplate}>
            {m.import_template()}
          </Button>
        }
      >
        <ColumnGuide columns={columns} />
      </Card>
    </Screen>
  );
}

/** The saved mappings; the user's default is applied once they are there. */
function Mappings({ resource, state }: { resource: Resource; state: ImportState }) {
  const collection = mappingsOf(resource);
  const mayRead = useMaySaved(SAVED_MAPPINGS)('read');
  const { data } = useSaved<SavedMapping>(collection, mayRead);
  const usual = data?.find(({ isDefault }) => isDefault);
  const begun = useRef(false);
  useEffect(() => {
    if (!usual || begun.current) return;
    begun.current = true;
    if (!state.file) state.apply(usual);
  }, [usual, state]);
  if (!mayRead) return null;
  return (
    <SavedMenu<SavedMapping>
      collection={collection}
      current={state.file ? choicesOf(state.options) : null}
      isCurrent={({ id }) => id === state.saved?.id}
      onApply={state.apply}
      label={state.saved?.name}
    />
  );
}

/** What is announced of a result, whose details are read where the focus goes. */
function statusOf(phase: Phase, { noun }: Resource): string {
  if (phase.kind === 'checking') return m.import_busy_checking();
  if (phase.kind === 'planning') return m.set_making();
  if (phase.kind === 'importing') return m.import_busy_running();
  if (!isReported(phase)) return '';
  const { errors, writing, created, updated } = phase.report;
  if (phase.kind === 'done') return m.import_done_title();
  if (errors.length > 0) {
    const count = wrongLines(errors);
    return (writing && questionOf(writing)) ?? m.import_wrong_lines({ count, shown: formatNumber(count) });
  }
  return created + updated > 0 ? m.import_ready() : m.import_nothing({ noun });
}

const busyText = ({ kind }: Phase): string =>
  kind === 'planning' ? m.set_making() : kind === 'importing' ? m.import_busy_running() : m.import_busy_checking();

function Busy({ text }: { text: string }) {
  return (
    <div className={styles.busy}>
      <Progress label={text} />
      <p className={styles.busyText}>{text}</p>
    </div>
  );
}

interface CardProps {
  title: string;
  text?: string;
  action?: ReactNode;
  /** What is shown is about to be replaced. */
  busy?: boolean;
  children: ReactNode;
}

function Card({ title, text, action, busy, children }: CardProps) {
  return (
    <section className={styles.card} aria-busy={busy || undefined}>
      <div className={styles.cardHead}>
        <div>
          <h2 className={styles.cardTitle}>{title}</h2>
          {text && <p className={styles.cardText}>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
