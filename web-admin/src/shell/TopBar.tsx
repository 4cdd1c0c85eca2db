import { AppBar, Logout, TitlePortal, UserMenu } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { ModeButton } from './ModeButton.tsx';
import { PastButton } from './PastButton.tsx';

/** Logo to the admin home, the page's title, light or dark, who is signed in and the way out. */
export function TopBar() {
  return (
    <AppBar
      color="default"
      toolbar={
        <>
          <PastButton />
          <ModeButton />
        </>
      }
      userMenu={
        <UserMenu>
          <Logout />
        </UserMenu>
      }
    >
      <RouterLink className="logo" translate="no" to="/home">
        Fynbos Rewards
      </RouterLink>
      <TitlePortal />
    </AppBar>
  );
}
