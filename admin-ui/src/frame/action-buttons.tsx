// The actions of a screen: a few buttons, and a menu with the rest.
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { itemLink, Menu, MenuItem } from '@mizan/ui-kit/menu';
import { m } from '@mizan/ui-kit/messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

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
        .map(({ key, label, icon, primary, to, start }) => {
          const look = primary ? 'primary' : 'secondary';
          return to === undefined || disabled ? (
            <Button key={key} look={look} icon={icon} disabled={disabled} onClick={start}>
              {label}
            </Button>
          ) : (
            <Link key={key} className={buttonClass({ look })} to={to}>
              {icon}
              {label}
            </Link>
          );
        })}
    </>
  );
}

function More({ actions, disabled }: { actions: ShownAction[]; disabled: boolean }) {
  return (
    <Menu
      align="start"
      button={
        <Button
          look="secondary"
          icon={<Icon name="more" size={18} />}
          aria-label={m.verb_more_for()}
          disabled={disabled}
        >
          {m.verb_more()}
        </Button>
      }
    >
      {actionItems(actions)}
    </Menu>
  );
}

/** The same as items of a menu. */
export const actionItems = (actions: ShownAction[]): ReactNode =>
  actions.map(({ key, label, icon, danger, to, start }) =>
    to === undefined ? (
      <MenuItem key={key} icon={icon} danger={danger} onClick={start}>
        {label}
      </MenuItem>
    ) : (
      <Link key={key} {...itemLink} to={to}>
        {icon}
        {label}
      </Link>
    ),
  );
