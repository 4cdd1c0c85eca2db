import { Button, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useNotify, useStore } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';

interface View {
  readonly name: string;
  readonly search: string;
}

/** Filters kept under a name in this browser; the address of a view can be sent to anybody. */
export function SavedViews() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const notify = useNotify();
  const [views, setViews] = useStore<View[]>(`views${pathname}`, []);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const keep = () => {
    close();
    const name = window.prompt('Name of this view')?.trim();
    if (name) setViews([...views.filter((view) => view.name !== name), { name, search }]);
  };
  const copy = async () => {
    close();
    await navigator.clipboard.writeText(window.location.href);
    notify('The address of this view was copied.', { type: 'success' });
  };
  return (
    <>
      <Button aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)} variant="outlined">
        Views
      </Button>
      <Menu anchorEl={anchor} onClose={close} open={anchor !== null}>
        {views.map((view) => (
          <MenuItem
            key={view.name}
            onClick={() => {
              close();
              navigate(`${pathname}${view.search}`);
            }}
          >
            {view.name}
          </MenuItem>
        ))}
        <MenuItem onClick={keep}>Keep this view…</MenuItem>
        <MenuItem onClick={copy}>Copy its address</MenuItem>
      </Menu>
    </>
  );
}
