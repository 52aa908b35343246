# Shared by the scripts of this folder and by ./fathom. Source it; it sets ROOT and gives the functions below.
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1

die() {
    printf 'error: %s\n' "$1" >&2
    [ -z "${2:-}" ] || printf '  next: %s\n' "$2" >&2
    exit 4
}

require_tools() {
    command -v dotnet >/dev/null || die "the .NET SDK is missing" "install the .NET 10 SDK so that 'dotnet' is on the PATH"
    command -v npm >/dev/null || die "npm is missing; it brings the DuckDB library" "install Node.js 18 or newer"
}

# The page of the serializers is tested in a real browser. Debian's is taken where this user may install it; otherwise those tests are skipped.
provide_browser() {
    local name
    for name in chromium chromium-browser google-chrome; do
        ! command -v "$name" >/dev/null || return 0
    done
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 0
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium fonts-dejavu-core; } >/dev/null 2>&1 || true
}

# Readers of traces are compared with perf on recordings that are made in the test; as for the browser.
provide_perf() {
    ! command -v perf >/dev/null || return 0
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 0
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends linux-perf; } >/dev/null 2>&1 || true
}

# Tests that record waits need the kernel's tracepoints; perf mounts them in the same way when it first needs them.
provide_tracefs() {
    [ ! -e /sys/kernel/tracing/events ] && [ "$(id -u)" = 0 ] || return 0
    mount -t tracefs nodev /sys/kernel/tracing 2>/dev/null || true
}

# The folder of the published executable; one platform per machine.
portable_rid() {
    case "$(uname -s)-$(uname -m)" in
        Linux-x86_64) echo linux-x64 ;;
        Linux-aarch64) echo linux-arm64 ;;
        Darwin-arm64) echo osx-arm64 ;;
        *) die "Fathom has no build for $(uname -s) on $(uname -m)" ;;
    esac
}

# quietly NAME COMMAND…: shows the command's output only when it fails.
quietly() {
    local name=$1 log
    shift
    log=$(mktemp)
    if ! "$@" >"$log" 2>&1; then
        grep -E '(error|warning) |error:' "$log" | sort -u | head -20 >&2 || true
        [ -s "$log" ] && tail -5 "$log" >&2
        rm -f "$log"
        die "$name failed" "fix what is listed above"
    fi
    rm -f "$log"
}

# newer_than STAMP PATH…: whether anything in the paths changed after the stamp file was written.
newer_than() {
    local stamp=$1
    shift
    [ ! -e "$stamp" ] || [ -n "$(cd "$ROOT" && find "$@" -newer "$stamp" -not -path 'native/duckdb' -not -path '*/node_modules*' -print -quit 2>/dev/null)" ]
}

# with_lock NAME COMMAND…: two builds at once would write the same files. The command does not inherit the lock: a compiler server that it starts
# would hold it for as long as that lives.
with_lock() {
    mkdir -p "$ROOT/artifacts"
    if command -v flock >/dev/null; then
        (flock 9 && shift && "$@" 9>&-) 9>"$ROOT/artifacts/.$1.lock"
    else
        shift
        "$@"
    fi
}

SOURCES="src native eng global.json Directory.Build.props Directory.Packages.props"

# compile VERB ARG…: dotnet VERB, with one compiler for all projects, which ends with it: the start of a compiler is three seconds of CPU time. It takes no
# second look at hot code, for which it does not live long enough.
compile() {
    local server="fathom-$$-$RANDOM" code=0
    UseSharedCompilation=true SharedCompilationId="$server" DOTNET_TieredPGO=0 dotnet "$@" || code=$?
    end_compiler "$server"
    return $code
}

# end_compiler NAME: where it does not end now it does so ten minutes later, by itself.
end_compiler() {
    local version sdk
    version=$(cd "$ROOT" && dotnet --version) || return 0
    sdk=$(dotnet --list-sdks | sed -n "s|^$version \\[\\(.*\\)\\]\$|\\1/$version|p")
    dotnet "$sdk/Roslyn/bincore/VBCSCompiler.dll" -shutdown -pipename:"$1" >/dev/null 2>&1 || true
}

# Whoever runs the tool first waits for it: no analyzers, which are three quarters of the compiler's time, and generic code is compiled at the start.
# Tests and benchmarks run it thousands of times and build all of it once (FATHOM_WHOLE_BUILD).
publish_tool() {
    local rid stamp whole=${FATHOM_WHOLE_BUILD:-false}
    rid=$(portable_rid) || exit 4
    stamp="$ROOT/artifacts/.published-$rid"
    # shellcheck disable=SC2086
    newer_than "$stamp" $SOURCES || return 0
    require_tools
    # An unfinished build leaves the stamp as it was, so the time before the build is what counts.
    : >"$stamp.partial"
    [ -n "${CI:-}" ] || ! [ -t 2 ] || printf 'building fathom…\n' >&2
    quietly "the build" compile publish "$ROOT/src/Fathom.Cli/Fathom.Cli.csproj" -c Release -r "$rid" -p:RunAnalyzers="$whole" -p:FathomGenericsAhead="$whole"
    mv "$stamp.partial" "$stamp"
}

tool_path() {
    echo "$ROOT/artifacts/publish/Fathom.Cli/release_$(portable_rid)/fathom"
}
