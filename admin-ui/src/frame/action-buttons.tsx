// Several actions beside each other: as buttons while there are few, and the rest behind one more.
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { m } from '@mizan/ui-kit/messages';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import styles from './action-buttons.module.css';

export interface ShownAction {
  key: string;
  label: string;
  /** Drawn at 18 pixels. */
  icon: ReactNode;
  danger?: boolean;
  /** What one has come for. */
  primary?: boolean;
  /** Where it leads; else it is started. */
  to?: string | undefined;
  start: () => void;
}

interface Props {
  actions: ShownAction[];
  /** How many are buttons at most; what one has come for always is one. */
  most: number;
  disabled?: boolean;
}

export function ActionButtons({ actions, most, disabled = false }: Props) {
  // What one has come for is a button before anything else is, and stands at the end.
  const ordered = actions.toSorted((one, other) => Number(other.primary ?? false) - Number(one.primary ?? false));
  const few = ordered.length <= most;
  const count = few ? ordered.length : Math.max(most - 1, ordered.filter(({ primary }) => primary).length);
  const buttons = ordered.slice(0, count);
  const rest = ordered.slice(count);
  return (
    <>
      {rest.length > 0 && <More actions={rest} disabled={disabled} />}
      {buttons
        .toSorted((one, other) => Number(one.primary ?? false) - Number(other.primary ?? false))
        .map(({ key, label, icon, primary, to, start }) => (
          <Button
            key={key}
            variant={primary ? 'contained' : 'outlined'}
            startIcon={icon}
            disabled={disabled}
            {...(to === undefined ? { onClick: start } : { component: Link, to })}
          >
            {label}
          </Button>
        ))}
    </>
  );
}

function More({ actions, disabled }: { actions: ShownAction[]; disabled: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="more" size={18} />}
        aria-label={m.verb_more_for()}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={disabled}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {m.verb_more()}
      </Button>
      {anchor && (
        <Menu
          open
          // Within the screen, which is the landmark that it belongs to.
          container={() => document.querySelector('main')}
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
        >
          {actionItems(actions, () => setAnchor(null))}
        </Menu>
      )}
    </>
  );
}

/** The same as entries of a menu, which wants them as its very children. */
export function actionItems(actions: ShownAction[], onChosen: () => void): ReactNode[] {
  return actions.map(({ key, label, icon, danger, to, start }) => (
    <MenuItem
      key={key}
      className={danger ? (styles.danger ?? '') : ''}
      onClick={() => {
        onChosen();
        start();
      }}
      {...(to !== undefined && { component: Link, to, onClick: onChosen })}
    >
      {icon}
      {label}
    </MenuItem>
  ));
}
