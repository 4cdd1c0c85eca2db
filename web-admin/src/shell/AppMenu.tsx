import { Menu, usePermissions } from 'react-admin';
import { useSay } from '../i18n/use-say.ts';
import { areas, GROUPS } from '../registry.ts';
import { AREA_ICONS } from './area-icons.tsx';

/** The menu by groups, without what the signed-in admin may not see; the specification's four lines come first. */
export function AppMenu() {
  const say = useSay();
  const { permissions } = usePermissions<Record<string, string>>();
  const shown = areas.filter(({ hidden, permission }) => !hidden && (!permission || permissions?.[permission]));
  return (
    <Menu aria-label={say('Main')} className="menu" component="nav">
      {GROUPS.map((group) => {
        const own = shown.filter((area) => area.group === group);
        return own.length === 0 ? null : (
          <div className="menu-group" key={group}>
            <div aria-hidden className="menu-heading">
              {say(group)}
            </div>
            {own.map(({ path, label }) => (
              <Menu.Item
                key={path}
                leftIcon={AREA_ICONS[path] ?? AREA_ICONS.other}
                primaryText={label}
                to={`/${path}`}
              />
            ))}
          </div>
        );
      })}
    </Menu>
  );
}
