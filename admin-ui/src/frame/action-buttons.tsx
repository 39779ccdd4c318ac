// The actions of a screen: a few buttons, and a menu with the rest.
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
  /** An icon of 18 pixels. */
  icon: ReactNode;
  danger?: boolean;
  /** The main action of the screen. */
  primary?: boolean;
  /** The link of an action that navigates. */
  to?: string | undefined;
  start: () => void;
}

interface Props {
  actions: ShownAction[];
  /** The maximum number of buttons; the primary action is always one. */
  most: number;
  disabled?: boolean;
}

export function ActionButtons({ actions, most, disabled = false }: Props) {
  // The primary action is always a button, the last one.
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
          // Within the main landmark.
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

/** The same as menu items, in an array: a menu requires them as direct children. */
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
