# What `./flowright` and `./test` share: where things are kept, how missing Debian packages are installed, and how several
# clones share one cargo target folder. Sourced, not run; expects `set -euo pipefail` and `$root`, the clone's folder.

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 2; }

cache=${FLOWRIGHT_CACHE:-${XDG_CACHE_HOME:-${HOME:?set HOME or FLOWRIGHT_CACHE}/.cache}/flowright}
target=$cache/target
# The folder of the clone whose build is in the target folder. Its time is that of the last finished build of the binary.
owner=$target/.built-from

# install PACKAGE…: installs Debian packages when we may, otherwise says what to do.
install() {
    local as=()
    command -v apt-get >/dev/null || die "please install: $* (this is no Debian-like system, so I cannot)"
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || die "please run: sudo apt-get install -y $*"
        as=(sudo -n)
    fi
    say "installing: $*"
    "${as[@]}" apt-get -o DPkg::Lock::Timeout=300 -qq update >&2
    "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq install -y --no-install-recommends "$@" >&2
}

need_toolchain() {
    command -v cargo >/dev/null || die "cargo is not installed; see https://rustup.rs (Rust 1.95 or newer)"
    command -v cc >/dev/null || install gcc libc6-dev
}

# Takes the target folder for this clone. Cargo names artifacts by their path inside the workspace, so one clone could
# take another's crates for its own: when the folder changes hands, the workspace's crates go and dependencies stay.
# The lock lasts as long as this process (and what it starts: those find FLOWRIGHT_LOCKED set).
claim_target() {
    mkdir -p "$target"
    if [ -z "${FLOWRIGHT_LOCKED:-}" ]; then
        exec 9>"$target/.lock"
        flock -n 9 || { say "waiting for another build in $target"; flock 9; }
        export FLOWRIGHT_LOCKED=1
    fi
    if [ "$(cat "$owner" 2>/dev/null)" != "$root" ]; then
        [ ! -d "$target/release" ] || (cd "$root" && cargo clean --quiet --release --workspace --target-dir "$target")
        printf '%s\n' "$root" >"$owner"
        touch -d @0 "$owner"
    fi
}
