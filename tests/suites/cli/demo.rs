use crate::ctl::Ctl;

#[test]
fn the_demo_is_made_once_and_stays() {
    let ctl = Ctl::at_home();
    let info = ctl.json(&["demo"]);
    assert_eq!(info["local_demo"], true);
    let first = ctl.json(&["routine", "list", "--sort", "name"]);
    assert!(first["matching"].as_u64().unwrap() >= 12);
    ctl.json(&["demo"]);
    let again = ctl.json(&["routine", "list", "--sort", "name"]);
    assert_eq!(again["rows"][0]["id"], first["rows"][0]["id"]);
    assert_eq!(ctl.json(&["tenant", "list"]).as_array().unwrap().len(), 3);
}

#[test]
fn a_headless_day_adds_up() {
    let report = Ctl::at_home().json(&["demo", "--headless", "--days", "1"]);
    let count = |name: &str| report[name].as_u64().unwrap();
    let ends = [
        "fired",
        "schedule_failed",
        "skipped",
        "missed",
        "abandoned",
        "open",
        "lost",
    ];
    assert_eq!(count("due"), ends.into_iter().map(count).sum::<u64>());
    assert_eq!((count("days"), count("lost"), count("doubled")), (1, 0, 0));
    assert!(count("dead_lettered") > 0);
}
