namespace Fathom.Cli.Help;

/// <summary>Words that people look for and that are no verb, with the commands that answer.</summary>
internal static class Topics
{
    /// <summary>All of them. A command begins with its verb, and its view where it has one.</summary>
    public static Topic[] All { get; } =
    [
        new(["leak", "leaks", "grow", "growth", "oom"], "watch PROCESS", "samples it for as long as you like and says what grows"),
        new(["leak", "leaks", "retain", "retention", "dominators"], "heap suspects PROCESS", "which objects hold the most, and who holds them"),
        new(["gcdump", "histogram", "objects", "types"], "heap PROCESS", "what is on the managed heap, by type"),
        new(["statics", "roots", "pinned", "locals"], "heap roots PROCESS", "which static fields, locals and handles keep how much"),
        new(["gcroot", "roots", "path"], "heap paths PROCESS --type TYPE", "who holds an object"),
        new(["rss", "native", "malloc", "maps", "vmmap"], "memory PROCESS", "where all memory of a process is"),
        new(["crash", "core", "minidump", "coredump"], "dump -- PROGRAM", "a dump of the crash, with its memory map"),
        new(["deadlock", "hang", "stuck"], "stacks locks PROCESS", "who waits for whom"),
        new(["deadlock", "hang", "diagnose", "check"], "findings PROCESS", "what is wrong with it, by documented rules"),
        new(["htop", "live", "monitor"], "top", "what .NET processes do now"),
        new(["list", "pids"], "ps", "the .NET processes of this machine"),
        new(["trace", "profile", "collect", "capture", "sample"], "record PROCESS --duration 10s --save NAME.fathom", "records where the time goes"),
        new(["hot", "hotspots", "profile", "profiler"], "cpu PROCESS", "CPU time by method, recorded for 10 s"),
        new(["tree", "callers", "callees", "calltree", "flamegraph"], "cpu NAME.fathom --tree", "who called what, with the share of each"),
        new(
            ["flamegraph", "flame", "heatmap", "html", "page"],
            "cpu NAME.fathom -o cpu.html", "a page with heat map, flame graph and table, for a browser"),
        new(
            ["flamegraph", "flame", "speedscope", "folded", "pprof"],
            "cpu NAME.fathom -o cpu.speedscope.json", "stacks for speedscope.app; -o cpu.folded and cpu.pb.gz for other tools"),
        new(["slow", "limits", "bottleneck", "cause", "explain", "diagnose"], "why PROCESS", "what limits it, recorded for 10 s"),
        new(["slow", "latency", "wait", "blocked", "sleep", "io", "off-cpu"], "waits PROCESS", "what threads waited for, recorded for 10 s"),
        new(["slow", "latency", "http", "routes", "kestrel", "aspnet"], "requests PROCESS", "HTTP requests by route, recorded for 10 s"),
        new(["contention", "monitor", "mutex", "lock"], "locks PROCESS", "who waited for a lock, and what its owner did"),
        new(["starvation", "pool", "workers", "tasks"], "threadpool PROCESS", "when and why the pool wanted more workers"),
        new(["start", "cold", "load", "assemblies", "boot"], "startup -- PROGRAM", "how long its start took, and what was loaded"),
        new(["compile", "compiler", "tiers", "r2r", "tiering"], "jit -- PROGRAM", "what was compiled, and how long that took"),
        new(["collections", "pauses", "garbage", "gen2"], "gc PROCESS", "pauses of the garbage collector"),
        new(["allocations", "alloc", "allocated"], "allocs PROCESS", "allocated bytes by type or method"),
        new(["throw", "thrown", "errors"], "exceptions PROCESS", "what was thrown, and where"),
        new(["metrics", "monitor", "meters"], "watch PROCESS", "metrics of a process over time, with a verdict"),
        new(["query", "csv", "tables"], "sql 'SELECT …' NAME.fathom", "anything else about a recording"),
        new(["json", "benchmark", "protobuf", "messagepack"], "serializers --quick", "compares serializers"),
        new(["etl", "nettrace", "perf", "import", "convert", "open"], "extract FILE", "reads a trace into a recording"),
        new(["pdb", "names", "debuginfo"], "symbols NAME.fathom", "which code has names"),
        new(["versions", "dll", "mvid", "libraries", "assemblies", "loaded"], "modules PROCESS",
            "which builds of which files it has loaded"),
        new(["references", "dependencies", "missing", "dll"], "modules uses FOLDER", "which assembly refers to which, and what is missing"),
        new(["cpi", "ipc", "pmc", "instructions", "misses"], "counters perf.data", "cycles, instructions and misses by process and method"),
        new(["dpc", "isr", "interrupt", "driver", "latency"], "interrupts trace.etl", "which driver's interrupts took how long"),
        new(["marks"], "markers NAME.fathom", "moments that were marked"),
    ];

    /// <summary>The commands that answer to a word, in their order.</summary>
    public static IEnumerable<Topic> Of(string word) => All.Where(topic => topic.Words.Contains(word, StringComparer.OrdinalIgnoreCase));
}
