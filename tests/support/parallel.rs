//! Work on all processors with results in a fixed order.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Runs `work` over every item, on all processors, and gives the results in the order of the items.
pub(crate) fn over<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    let workers = thread::available_parallelism().map_or(1, Into::into);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(item);
                    results.lock().expect("no worker panicked").insert(index, result);
                }
            });
        }
    });
    results.into_inner().expect("no worker panicked").into_values().collect()
}
