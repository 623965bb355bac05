# Common commands. `just` lists them; each is one line that also works without just.

# Lists the commands
default:
    @just --list

# The whole check: format, lints, documentation, tests
ci:
    bash .ci/run

# Builds and starts the game
play *ARGS:
    cargo run --release -- {{ARGS}}

# One test program, such as `just test fragments`, or one test in it, such as `just test fragments attack::`
test PROGRAM *FILTER:
    cargo test --locked --test {{PROGRAM}} -- {{FILTER}}

# Formats all sources
fmt:
    cargo fmt

# The lints of the check, with the window and without
lint:
    cargo clippy --locked --all-targets -- -D warnings
    cargo clippy --locked --all-targets --no-default-features -- -D warnings

# The manual
doc:
    cargo doc --locked --no-deps --lib --open

# Writes the lists of citations again: which files and tests cite each rule
citations:
    UPDATE=1 cargo test --locked --test sources coverage

# Changes one value of a rule system at a time and lists those that no test notices
mutations RULESET *ARGS:
    cargo bench --locked --no-default-features --bench mutations -- {{RULESET}} {{ARGS}}

# Licences, sources and known vulnerabilities of the dependencies; needs cargo-deny
deny:
    cargo deny check
