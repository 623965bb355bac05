//! What enemies can do to somebody at a place.

use super::folk::Fighter;
use super::mind::Mind;
use crate::battle::View;
use crate::grid::Footprint;
use crate::mechanics::cover;

/// Counts that are looked ahead.
const AHEAD: i32 = 12;

/// The value of the harm that the one who decides must expect on a footprint, per hundred counts.
pub fn danger(mind: &Mind<'_>, at: Footprint) -> i32 {
    danger_unless(mind, at, |_| false).unwrap_or_default()
}

/// The same unless what is known of it is too much already; who shoots is asked about last.
pub fn danger_unless(mind: &Mind<'_>, at: Footprint, too_much: impl Fn(i32) -> bool) -> Option<i32> {
    let (price, view) = (mind.me().price(), mind.view.with(mind.who, at));
    let (mut might, mut danger) = (0, 0);
    for shoots in [false, true] {
        for foe in mind.foes().filter(|foe| foe.shoots == shoots) {
            might += from(mind, view, foe, at);
            danger = might * price / 10;
            if too_much(danger) {
                return None;
            }
        }
    }
    Some(danger)
}

/// The harm in ten counts that one enemy threatens.
pub fn from(mind: &Mind<'_>, view: View<'_>, foe: &Fighter, at: Footprint) -> i32 {
    let apart =
        i32::from(crate::grid::distance(view.shape(), mind.book().policies.board.distance, view.footprint(foe.id), at));
    if foe.shoots {
        return shot(mind, view, foe);
    }
    let gap = (apart - i32::from(foe.reach)).max(0);
    let stays = foe.pace == 0 || gap > 0 && foe.is_stuck(mind);
    let walk = if stays { AHEAD } else { gap * 4 / foe.pace };
    let counts = (AHEAD - walk.max(foe.ready)).clamp(0, AHEAD);
    if counts == 0 {
        return 0;
    }
    // An enemy has one weapon: those who stand nearer share the danger.
    let nearer = foe.friends_within(mind, apart);
    foe.might * counts / AHEAD / (1 + nearer)
}

fn shot(mind: &Mind<'_>, view: View<'_>, foe: &Fighter) -> i32 {
    let covered = cover::cover(view, mind.book(), foe.id, mind.who);
    if !covered.seen {
        return 0;
    }
    let loss = cover::modifier(&mind.rules.policies.attack.cover, &covered).map_or(0, |(_, modifier)| modifier.amount);
    let friends = 1 + mind.friends().count() as i32;
    foe.might * (9 + i32::from(loss)).max(1) / 9 * 2 / (1 + friends)
}
