//! Launch sizes: what a launch is, whether it can be, and the local size where the caller leaves it open.

use crate::Error;

/// The sizes of a launch, checked and complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkSize {
    /// 1, 2 or 3.
    pub dimensions: u32,
    /// Work-items in each dimension; 1 beyond `dimensions`.
    pub global: [u64; 3],
    /// What global ids start from.
    pub offset: [u64; 3],
    /// Work-items of a group in each dimension (the last groups may have fewer).
    pub local: [u64; 3],
}

/// The most work-items that a group may have.
pub const MAX_GROUP_ITEMS: u64 = 4096;

/// How many work-items a group gets where nothing else decides: enough to pay for a call, few enough to share out.
const PREFERRED_GROUP_ITEMS: u64 = 256;

/// What decides about the local size besides the launch.
#[derive(Debug, Clone, Copy)]
pub struct Constraints {
    /// `reqd_work_group_size`.
    pub required: Option<[u64; 3]>,
    /// Whether the last group of a dimension may be smaller: OpenCL C 2.0 and later without
    /// `-cl-uniform-work-group-size`.
    pub non_uniform: bool,
    /// Whether the kernel can tell how the work-items are grouped. If it cannot, any grouping will do.
    pub sees_groups: bool,
    /// Work-items in a vector.
    pub lanes: u64,
}

/// Checks a launch (API specification, `clEnqueueNDRangeKernel`) and chooses the local size where it is open.
pub fn work_size(
    dimensions: u32,
    global: [u64; 3],
    offset: [u64; 3],
    local: Option<[u64; 3]>,
    constraints: Constraints,
) -> Result<WorkSize, Error> {
    let fail = |text: String| Err(Error::WorkSize(text));
    if !(1..=3).contains(&dimensions) {
        return fail(format!("a launch has 1, 2 or 3 dimensions, not {dimensions}"));
    }
    let used = dimensions as usize;
    for d in 0..3 {
        if d >= used && (global[d] != 1 || offset[d] != 0) {
            return fail(format!(
                "dimension {d} is not in use, but its size is {} and its offset {}",
                global[d], offset[d]
            ));
        }
        if global[d].checked_add(offset[d]).is_none() {
            return fail(format!("offset and size of dimension {d} together do not fit 64 bits"));
        }
    }
    if global.iter().try_fold(1u64, |product, &size| product.checked_mul(size)).is_none() {
        return fail("the number of work-items does not fit 64 bits".to_owned());
    }
    let given = local;
    let local = match (given, constraints.required) {
        (Some(local), Some(required)) if local != required => {
            return fail(format!(
                "the kernel requires groups of {} (reqd_work_group_size), but the local size is {}",
                shown(required, 3),
                shown(local, used)
            ));
        }
        (Some(local), _) => local,
        (None, Some(required)) => required,
        (None, None) => choose(global, constraints),
    };
    let Some(items) = local.iter().try_fold(1u64, |product, &size| product.checked_mul(size)) else {
        return fail("the number of work-items of a group does not fit 64 bits".to_owned());
    };
    if items == 0 {
        return fail("a local size of 0 is not allowed; leave it out to have one chosen".to_owned());
    }
    if items > MAX_GROUP_ITEMS {
        return fail(format!(
            "a group of {items} work-items is more than the {MAX_GROUP_ITEMS} that are possible"
        ));
    }
    let uneven = (0..3).find(|&d| !global[d].is_multiple_of(local[d]));
    let is_chosen = given.is_none() && constraints.required.is_none();
    let may_be_uneven = constraints.non_uniform || (is_chosen && !constraints.sees_groups);
    if let Some(d) = uneven.filter(|_| !may_be_uneven) {
        return fail(format!(
            "the global size {} of dimension {d} is not a multiple of the local size {}; programs before OpenCL C 2.0 need that \
             (build with -cl-std=CL3.0 for smaller groups at the end)",
            global[d], local[d]
        ));
    }
    Ok(WorkSize { dimensions, global, offset, local })
}

fn shown(size: [u64; 3], used: usize) -> String {
    size[..used].iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// A local size that divides the global one where it has to, with whole vectors along x where it can.
fn choose(global: [u64; 3], constraints: Constraints) -> [u64; 3] {
    let any = constraints.non_uniform || !constraints.sees_groups;
    let mut local = [1; 3];
    let mut room = PREFERRED_GROUP_ITEMS;
    for d in 0..3 {
        let size = global[d].max(1);
        local[d] = if size <= room {
            size
        } else if any {
            room
        } else {
            // The best divisor: whole vectors first, then as large as possible.
            let vector = if d == 0 { constraints.lanes.max(1) } else { 1 };
            let all = size.is_multiple_of(room) && room.is_multiple_of(vector);
            (if all { room } else { 1 }..=room)
                .filter(|&n| size.is_multiple_of(n))
                .max_by_key(|&n| (n.is_multiple_of(vector), n))
                .unwrap_or(1)
        };
        room /= local[d];
        if room == 0 {
            break;
        }
    }
    local
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Constraints =
        Constraints { required: None, non_uniform: false, sees_groups: true, lanes: 16 };

    fn local(global: [u64; 3], constraints: Constraints) -> [u64; 3] {
        work_size(3, global, [0; 3], None, constraints).unwrap().local
    }

    #[test]
    fn a_chosen_size_divides_and_holds_vectors() {
        assert_eq!(local([1024, 1024, 1], FREE), [256, 1, 1]);
        assert_eq!(local([16, 16, 1], FREE), [16, 16, 1]);
        assert_eq!(local([1000, 1, 1], FREE), [250, 1, 1]);
        assert_eq!(local([1200, 1, 1], FREE), [240, 1, 1]);
        assert_eq!(local([1009, 3, 1], FREE), [1, 3, 1]);
        assert_eq!(local([1009, 3, 1], Constraints { non_uniform: true, ..FREE }), [256, 1, 1]);
        assert_eq!(local([1009, 3, 1], Constraints { sees_groups: false, ..FREE }), [256, 1, 1]);
        assert_eq!(local([64, 64, 1], Constraints { required: Some([8, 8, 1]), ..FREE }), [8, 8, 1]);
        assert_eq!(local([0, 5, 1], FREE), [1, 5, 1]);
    }

    #[test]
    fn impossible_launches_are_refused() {
        let refuse = |dimensions, global, offset, local, constraints| {
            work_size(dimensions, global, offset, local, constraints).unwrap_err().to_string()
        };
        assert!(refuse(4, [1; 3], [0; 3], None, FREE).contains("1, 2 or 3"));
        assert!(refuse(1, [10, 1, 1], [0; 3], Some([3, 1, 1]), FREE).contains("not a multiple"));
        let blind = Constraints { sees_groups: false, ..FREE };
        assert!(refuse(1, [10, 1, 1], [0; 3], Some([3, 1, 1]), blind).contains("not a multiple"));
        assert!(refuse(1, [8192, 1, 1], [0; 3], Some([8192, 1, 1]), FREE).contains("4096"));
        assert!(refuse(1, [8, 1, 1], [0; 3], Some([0, 1, 1]), FREE).contains("local size of 0"));
        assert!(refuse(2, [u64::MAX, 2, 1], [0; 3], None, FREE).contains("64 bits"));
        assert!(refuse(1, [2, 1, 1], [u64::MAX, 0, 0], None, FREE).contains("64 bits"));
        let required = Constraints { required: Some([4, 1, 1]), ..FREE };
        assert!(refuse(1, [8, 1, 1], [0; 3], Some([8, 1, 1]), required).contains("requires groups of 4,1,1"));
        assert!(
            work_size(1, [10, 1, 1], [0; 3], Some([3, 1, 1]), Constraints { non_uniform: true, ..FREE })
                .is_ok()
        );
    }
}
