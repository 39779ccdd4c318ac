// The import of a file into a resource: choose a file, check it, review the result, import.
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { saveAs } from '../data/download.ts';
import { useMay, useResource } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { NavigationBlocker } from '../form/navigation-blocker.tsx';
import { Crumbs } from '../frame/crumbs.tsx';
import { Icon } from '../frame/icon.tsx';
import { NotHere } from '../frame/not-here.tsx';
import screen from '../frame/screen.module.css';
import { backToList } from '../list/last-list.ts';
import { ColumnGuide } from './column-guide.tsx';
import { importColumns } from './columns.ts';
import { csvOf } from './csv.ts';
import { Doubles } from './doubles.tsx';
import { FileDrop } from './file-drop.tsx';
import styles from './import.module.css';
import { Outcome } from './outcome.tsx';
import { useImport, type Phase } from './use-import.ts';

export default function ImportScreen() {
  const resource = useResource();
  const may = useMay();
  if (!may(resource, 'import') || !resource.input) return <NotHere />;
  return <Import key={resource.name} resource={resource} />;
}

function Import({ resource }: { resource: Resource }) {
  const state = useImport(resource);
  const { file, phase, busy } = state;
  const columns = useMemo(() => importColumns(resource.input ?? {}), [resource]);
  const result = useRef<HTMLElement>(null);
  const title = m.import_title({ label: resource.label });

  // Moves the focus to the report.
  const hasReport =
    phase.kind === 'checked' || phase.kind === 'refused' || phase.kind === 'done' || state.failure !== null;
  const moment = hasReport ? 'reported' : phase.kind === 'importing' ? 'importing' : undefined;
  useEffect(() => {
    if (!moment) return;
    result.current?.focus({ preventScroll: true });
    result.current?.scrollIntoView?.({ block: 'nearest' });
  }, [moment]);

  const saveTemplate = () => {
    const names = columns.map(({ name }) => name);
    saveAs(new Blob([csvOf([names])], { type: 'text/csv;charset=utf-8' }), `${resource.name}-template.csv`);
  };

  return (
    <div className={`${screen.screen} ${screen.narrow}`}>
      <Crumbs of={[{ label: resource.label, to: backToList(resource) }, { label: m.import_link() }]} />
      <NavigationBlocker
        when={phase.kind === 'importing'}
        title={m.import_leave_title()}
        text={m.import_leave_text()}
      />
      <header className={screen.heading}>
        <h1 className={screen.title}>{title}</h1>
        <p className={screen.subtitle}>{m.import_text({ noun: resource.noun })}</p>
      </header>
      <Card title={m.import_file()} text={m.import_file_text()}>
        <FileDrop
          file={file}
          problem={state.fileProblem}
          busy={busy}
          onTake={(files) => void state.take(files)}
          onRemove={state.drop}
        />
        <Doubles choices={state.choices} busy={busy} onChoose={state.choose} />
        <div className={styles.actions}>
          <Button
            variant={phase.kind === 'checked' && phase.report.errors.length === 0 ? 'outlined' : 'contained'}
            aria-disabled={busy}
            onClick={() => {
              if (!busy) void state.check();
            }}
          >
            {phase.kind === 'checking' ? m.import_checking() : m.import_check()}
          </Button>
          <p className={styles.quiet}>{m.import_check_text()}</p>
        </div>
      </Card>
      <section ref={result} className={styles.result} tabIndex={-1} aria-label={m.import_report()} aria-live="polite">
        {busy && <Busy text={phase.kind === 'importing' ? m.import_busy_running() : m.import_busy_checking()} />}
        {state.failure && (
          <p className={styles.failure} role="alert">
            <Icon name="warning" size={18} />
            <span>{state.failure}</span>
          </p>
        )}
        {isReported(phase) && (
          <Card title={phase.kind === 'done' ? m.import_done_title() : m.import_report()}>
            <Outcome
              resource={resource}
              kind={phase.kind}
              report={phase.report}
              fileName={file?.name ?? resource.name}
              onImport={() => void state.run()}
              onAgain={state.drop}
            />
          </Card>
        )}
      </section>
      <Card
        title={m.import_columns()}
        text={m.import_columns_text()}
        action={
          <Button variant="outlined" size="small" startIcon={<Icon name="download" size={16} />} onClick={saveTemplate}>
            {m.import_template()}
          </Button>
        }
      >
        <ColumnGuide columns={columns} />
      </Card>
    </div>
  );
}

const isReported = (phase: Phase): phase is Extract<Phase, { report: unknown }> => 'report' in phase;

function Busy({ text }: { text: string }) {
  return (
    <div className={styles.busy}>
      <LinearProgress aria-label={text} />
      <p className={styles.busyText}>{text}</p>
    </div>
  );
}

interface CardProps {
  title: string;
  text?: string;
  action?: ReactNode;
  children: ReactNode;
}

function Card({ title, text, action, children }: CardProps) {
  return (
    <section className={styles.card}>
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
