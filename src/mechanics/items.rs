//! Carried equipment (Fragments: TA-G39), and scrolls: possession, reading and reading time (Time Count: TC-270).

use smallvec::SmallVec;

use crate::battle::{Act, Arms, CombatantId, GearPiece, GroundItem, Sheet, View, WeaponLocation, WeaponSlot};
use crate::content::{
    Action, ActionSpeed, Does, Item, ItemKind, ItemMagic, ItemPlace, Kept, Label, Modifier, Name, Rule, ThingPolicy,
};
use crate::mechanics::grapple;

/// Equipment of one combatant.
pub type GearPieces = SmallVec<[GearPiece; 4]>;

/// Weapons that a combatant holds or carries, those in hand first. Excludes natural weapons.
pub fn weapons(view: View<'_>, id: CombatantId) -> GearPieces {
    let row = view.row(id);
    let at = |place: WeaponLocation| {
        let slots = row.sheet.slots().map(|(slot, _)| slot);
        slots.filter(move |slot| row.sheet.is_removable(*slot) && row.arms.place(*slot) == place)
    };
    at(WeaponLocation::InHand).chain(at(WeaponLocation::Carried)).map(GearPiece::Weapon).collect()
}

/// Weapons in hand that are not natural, and the shield on the arm (FS-090).
pub fn held(view: View<'_>, id: CombatantId) -> GearPieces {
    let weapons = grapple::droppable_weapons(view, id).map(GearPiece::Weapon);
    weapons.chain(view.row(id).arms.shield.then_some(GearPiece::Shield)).collect()
}

/// Items that can be taken from a combatant without disarming it: neither in hand nor hidden nor in a backpack, and not part of the
/// body (PR-364 to PR-370).
pub fn loose(view: View<'_>, id: CombatantId) -> GearPieces {
    let row = view.row(id);
    let reachable = |slot: &WeaponSlot| {
        let kept = row.sheet.weapon(*slot).map(|entry| entry.kept);
        row.arms.place(*slot) == WeaponLocation::Carried && matches!(kept, Some(Kept::AtHand | Kept::Pouch))
    };
    let slots = row.sheet.slots().map(|(slot, _)| slot).filter(|slot| row.sheet.is_removable(*slot));
    slots.filter(reachable).map(GearPiece::Weapon).collect()
}

/// Whether an item that can be stolen is fastened: a sheathed weapon, or anything in a pouch (PR-368).
pub fn is_fastened(view: View<'_>, id: CombatantId, thing: GearPiece) -> bool {
    let GearPiece::Weapon(slot) = thing else { return false };
    view.row(id).sheet.weapon(slot).is_some_and(|entry| entry.item.is_none() || entry.kept == Kept::Pouch)
}

/// The slot for a weapon being picked up: that of a lost weapon of the same kind, otherwise a new slot.
pub fn slot_for(view: View<'_>, id: CombatantId, weapon: Name) -> WeaponSlot {
    let row = view.row(id);
    let lost = |at: &usize| {
        let slot = WeaponSlot(*at as u8);
        row.sheet.weapons[*at].weapon.id == weapon && row.arms.place(slot) == WeaponLocation::Gone
    };
    let many = row.sheet.weapons.len();
    WeaponSlot((0..many).find(lost).unwrap_or(many) as u8)
}

/// The first weapon of a kind on the ground in a combatant's space.
pub fn on_ground_here(view: View<'_>, id: CombatantId, weapon: Name) -> Option<GroundItem> {
    all_on_ground_here(view, id).find(|item| item.weapon == weapon).copied()
}

/// All items on the ground in a combatant's space.
pub fn all_on_ground_here(view: View<'_>, id: CombatantId) -> impl Iterator<Item = &GroundItem> {
    let here = view.footprint(id);
    view.field().items.iter().filter(move |item| here.contains(view.shape(), item.cell))
}

/// All equipment that can be broken: weapons, shield and worn armour (TA-G39).
pub fn breakable(view: View<'_>, id: CombatantId) -> GearPieces {
    let row = view.row(id);
    let mut pieces = weapons(view, id);
    if row.arms.shield {
        pieces.push(GearPiece::Shield);
    }
    if row.sheet.armor.is_some() && !row.arms.armor_is_useless() {
        pieces.push(GearPiece::Armor);
    }
    pieces
}

/// The first item in this order that a combatant has (PR-085).
pub fn first_exposed(view: View<'_>, id: CombatantId, order: &[ItemPlace]) -> Option<GearPiece> {
    let (row, pieces) = (view.row(id), breakable(view, id));
    let place = |piece: GearPiece| match piece {
        GearPiece::Shield => ItemPlace::Shield,
        GearPiece::Armor => ItemPlace::Armor,
        GearPiece::Weapon(slot) if row.arms.place(slot) == WeaponLocation::InHand => ItemPlace::InHand,
        GearPiece::Weapon(slot) if row.sheet.weapon(slot).is_some_and(|entry| entry.item.is_none()) => {
            ItemPlace::Stowed
        }
        GearPiece::Weapon(_) => ItemPlace::Other,
    };
    order.iter().find_map(|wanted| pieces.iter().copied().find(|piece| place(*piece) == *wanted))
}

/// Remaining hit points of a piece of equipment.
pub fn hit_points(view: View<'_>, policy: &ThingPolicy, id: CombatantId, thing: GearPiece) -> u8 {
    let row = view.row(id);
    hit_points_of(policy, &row.sheet, &row.arms, thing)
}

/// Remaining hit points of a piece of equipment in this state.
pub fn hit_points_of(policy: &ThingPolicy, sheet: &Sheet, arms: &Arms, thing: GearPiece) -> u8 {
    let whole = || whole_points(policy, sheet, thing);
    match thing {
        GearPiece::Weapon(slot) => arms.weapons.get(usize::from(slot.0)).map_or(0, |held| held.durability),
        GearPiece::Shield => arms.wear.shield.unwrap_or_else(whole),
        GearPiece::Armor => arms.wear.armor.unwrap_or_else(whole),
    }
}

/// The hit points of an undamaged piece of equipment (PR-075, PR-077 to PR-079).
pub fn whole_points(policy: &ThingPolicy, sheet: &Sheet, thing: GearPiece) -> u8 {
    let plain = match thing {
        GearPiece::Weapon(slot) => sheet.weapon(slot).map_or(0, |entry| entry.weapon.durability),
        GearPiece::Shield => sheet.shield.as_ref().and_then(|shield| shield.durability).unwrap_or(policy.hit_points),
        GearPiece::Armor => sheet.armor.as_ref().and_then(|armor| armor.durability).unwrap_or(policy.hit_points),
    };
    policy.whole_points(plain, sheet.size, magic_of(sheet, thing))
}

/// The terms that are subtracted from all damage to a piece of equipment: its hardness, and what its magic adds (PR-075, PR-076).
pub fn hardness(policy: &ThingPolicy, sheet: &Sheet, thing: GearPiece) -> [(Label, Option<Modifier>); 2] {
    let own = match thing {
        GearPiece::Weapon(slot) => sheet.weapon(slot).and_then(|entry| entry.weapon.hardness),
        GearPiece::Shield => sheet.shield.as_ref().and_then(|shield| shield.hardness),
        GearPiece::Armor => sheet.armor.as_ref().and_then(|armor| armor.hardness),
    };
    let plain = Modifier { amount: own.unwrap_or(policy.hardness), rule: policy.rule };
    let hardened = policy.more_hardness(magic_of(sheet, thing));
    [(Label::Hardness, Some(plain)), (Label::Enhancement, hardened)]
}

/// Whether a piece of equipment has lost enough hit points to count as broken, and is neither destroyed nor useless (PR-378).
pub fn is_broken(policy: &ThingPolicy, sheet: &Sheet, arms: &Arms, thing: GearPiece) -> bool {
    let Some(broken) = policy.broken else { return false };
    let left = i32::from(hit_points_of(policy, sheet, arms, thing));
    let whole = i32::from(whole_points(policy, sheet, thing));
    let useless = match thing {
        GearPiece::Weapon(slot) => arms.place(slot) == WeaponLocation::Broken,
        GearPiece::Shield => arms.shield_is_useless(),
        GearPiece::Armor => arms.armor_is_useless(),
    };
    !useless && left < whole && (whole - left) * 100 >= whole * i32::from(broken.lost)
}

fn magic_of(sheet: &Sheet, thing: GearPiece) -> ItemMagic {
    let found = match thing {
        GearPiece::Weapon(slot) => sheet.weapon(slot).map(|entry| entry.weapon.magic),
        GearPiece::Shield => sheet.shield.as_ref().map(|shield| shield.magic),
        GearPiece::Armor => sheet.armor.as_ref().map(|armor| armor.magic),
    };
    found.unwrap_or_default()
}

/// The first item of a kind in a combatant's hands.
pub fn in_hand(view: View<'_>, id: CombatantId, kind: ItemKind) -> Option<WeaponSlot> {
    let row = view.row(id);
    let is_one = |slot: &WeaponSlot| {
        let item = row.sheet.weapon(*slot).and_then(|entry| entry.item.as_ref());
        item.is_some_and(|item| item.kind == kind)
    };
    row.arms.in_hand().find(is_one)
}

/// Spells on scrolls in hand.
pub fn scroll_spells<'a>(view: View<'a>, who: CombatantId) -> impl Iterator<Item = Name> + 'a {
    scrolls_in_hand(view, who).map(|(_, spell, _)| spell)
}

/// The scroll in hand that contains a spell.
pub fn held_scroll(view: View<'_>, who: CombatantId, spell: Name) -> Option<WeaponSlot> {
    scrolls_in_hand(view, who).find(|(_, written, _)| *written == spell).map(|(slot, ..)| slot)
}

/// Whether the scroll that an act reads is in hand.
pub fn may_read_scroll(view: View<'_>, who: CombatantId, act: &Act) -> bool {
    let held = |slot: WeaponSlot| view.row(who).arms.place(slot) == WeaponLocation::InHand;
    scroll_rule(view, who, act).is_some() && act.weapon.is_some_and(held)
}

/// The rule of the scroll that an act reads its spell from, if it reads one. Used-up scrolls count as well (TC-270).
pub fn scroll_rule(view: View<'_>, who: CombatantId, act: &Act) -> Option<Rule> {
    let meant = |slot: WeaponSlot, spell: Name| act.weapon == Some(slot) && spell == act.action;
    scrolls(view, who).find(|(slot, spell, _)| meant(*slot, *spell)).map(|(.., item)| item.rule)
}

/// Duration of an act. Reading a scroll takes the casting time of its spell (TC-270).
pub fn reading_speed<'a>(view: View<'_>, who: CombatantId, act: &Act, action: &'a Action) -> &'a ActionSpeed {
    let Does::Cast(spell) = &action.does else { return &action.speed };
    let time = spell.incantation.as_ref().map(|incantation| &incantation.time);
    time.filter(|_| scroll_rule(view, who, act).is_some()).unwrap_or(&action.speed)
}

/// Scrolls carried but not in hand, with their spells.
pub fn scrolls_put_away<'a>(view: View<'a>, who: CombatantId) -> impl Iterator<Item = (WeaponSlot, Name)> + 'a {
    let row = view.row(who);
    let carried = scrolls(view, who).filter(|(slot, ..)| row.arms.place(*slot) == WeaponLocation::Carried);
    carried.map(|(slot, spell, _)| (slot, spell))
}

fn scrolls_in_hand<'a>(view: View<'a>, who: CombatantId) -> impl Iterator<Item = (WeaponSlot, Name, &'a Item)> + 'a {
    let row = view.row(who);
    scrolls(view, who).filter(|(slot, ..)| row.arms.place(*slot) == WeaponLocation::InHand)
}

fn scrolls<'a>(view: View<'a>, who: CombatantId) -> impl Iterator<Item = (WeaponSlot, Name, &'a Item)> + 'a {
    view.row(who).sheet.slots().filter_map(|(slot, entry)| {
        let item = entry.item.as_deref()?;
        match item.kind {
            ItemKind::Scroll(spell) => Some((slot, spell, item)),
            _ => None,
        }
    })
}
