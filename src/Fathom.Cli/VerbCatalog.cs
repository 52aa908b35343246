using Fathom.Cli.Commands;
using Fathom.Cli.Commands.Dump;
using Fathom.Cli.Commands.Heap;
using Fathom.Cli.Commands.Memory;
using Fathom.Cli.Commands.Modules;
using Fathom.Cli.Commands.Record;
using Fathom.Cli.Commands.Serializers;
using Fathom.Cli.Commands.Stacks;
using Fathom.Cli.Commands.Time;
using Fathom.Cli.Commands.Top;
using Fathom.Cli.Commands.Watch;
using Fathom.Cli.Hosting;
using Fathom.Cli.Verbs;

namespace Fathom.Cli;

/// <summary>
/// Every verb that is built, in the order of the help. A new verb is a file in Commands and a line here; one that asks the runtime of a process is in
/// <see cref="RuntimeVerbs"/> too.
/// </summary>
internal static class VerbCatalog
{
    public static Verb[] All { get; } =
    [
        new("ps", VerbGroup.Start, PsCommand.Summary, () => new PsCommand()),
        new("top", VerbGroup.Start, TopCommand.Summary, () => new TopCommand()),
        new("info", VerbGroup.Start, InfoCommand.Summary, () => new InfoCommand()),
        new("doctor", VerbGroup.Start, DoctorCommand.Summary, () => new DoctorCommand()),
        new("tour", VerbGroup.Start, TourCommand.Summary, () => new TourCommand()),
        new("heap", VerbGroup.Memory, HeapCommand.Summary, () => new HeapCommand(), UsesDatabase: true),
        new("memory", VerbGroup.Memory, MemoryCommand.Summary, () => new MemoryCommand(), UsesDatabase: true),
        new("orphans", VerbGroup.Memory, OrphansCommand.Summary, () => new OrphansCommand(), UsesDatabase: true) { Alias = "lost" },
        new("dump", VerbGroup.Memory, DumpCommand.Summary, () => new DumpCommand()),
        new("watch", VerbGroup.Memory, WatchCommand.Summary, () => new WatchCommand()),
        new("stacks", VerbGroup.Memory, StacksCommand.Summary, () => new StacksCommand(), UsesDatabase: true),
        new("record", VerbGroup.Record, RecordCommand.Summary, () => new RecordCommand()),
        new("save", VerbGroup.Record, SaveCommand.Summary, () => new SaveCommand()),
        new("mark", VerbGroup.Record, MarkCommand.Summary, () => new MarkCommand()),
        new("pack", VerbGroup.Record, PackCommand.Summary, () => new PackCommand()),
        new("extract", VerbGroup.Record, ExtractCommand.Summary, () => new ExtractCommand()),
        new("symbols", VerbGroup.Record, SymbolsCommand.Summary, () => new SymbolsCommand(), UsesDatabase: true),
        new("why", VerbGroup.Ask, WhyCommand.Summary, () => new WhyCommand(), UsesDatabase: true),
        new("diff", VerbGroup.Ask, DiffCommand.Summary, () => new DiffCommand(), UsesDatabase: true),
        new("cpu", VerbGroup.Ask, CpuCommand.Summary, () => new CpuCommand(), UsesDatabase: true),
        new("waits", VerbGroup.Ask, WaitsCommand.Summary, () => new WaitsCommand(), UsesDatabase: true),
        new("processes", VerbGroup.Ask, ProcessesCommand.Summary, () => new ProcessesCommand(), UsesDatabase: true),
        new("machine", VerbGroup.Ask, MachineCommand.Summary, () => new MachineCommand(), UsesDatabase: true),
        new("threads", VerbGroup.Ask, ThreadsCommand.Summary, () => new ThreadsCommand(), UsesDatabase: true),
        new("events", VerbGroup.Ask, EventsCommand.Summary, () => new EventsCommand(), UsesDatabase: true),
        new("gc", VerbGroup.Ask, GcCommand.Summary, () => new GcCommand(), UsesDatabase: true),
        new("allocs", VerbGroup.Ask, AllocsCommand.Summary, () => new AllocsCommand(), UsesDatabase: true),
        new("exceptions", VerbGroup.Ask, ExceptionsCommand.Summary, () => new ExceptionsCommand(), UsesDatabase: true),
        new("requests", VerbGroup.Ask, RequestsCommand.Summary, () => new RequestsCommand(), UsesDatabase: true),
        new("locks", VerbGroup.Ask, LocksCommand.Summary, () => new LocksCommand(), UsesDatabase: true),
        new("counters", VerbGroup.Ask, CountersCommand.Summary, () => new CountersCommand(), UsesDatabase: true),
        new("interrupts", VerbGroup.Ask, InterruptsCommand.Summary, () => new InterruptsCommand(), UsesDatabase: true),
        new("faults", VerbGroup.Ask, FaultsCommand.Summary, () => new FaultsCommand(), UsesDatabase: true),
        new("syscalls", VerbGroup.Ask, SyscallsCommand.Summary, () => new SyscallsCommand(), UsesDatabase: true),
        new("files", VerbGroup.Ask, FilesCommand.Summary, () => new FilesCommand(), UsesDatabase: true),
        new("disk", VerbGroup.Ask, DiskCommand.Summary, () => new DiskCommand(), UsesDatabase: true),
        new("tcp", VerbGroup.Ask, TcpCommand.Summary, () => new TcpCommand(), UsesDatabase: true),
        new("dns", VerbGroup.Ask, DnsCommand.Summary, () => new DnsCommand(), UsesDatabase: true),
        new("threadpool", VerbGroup.Ask, ThreadPoolCommand.Summary, () => new ThreadPoolCommand(), UsesDatabase: true),
        new("startup", VerbGroup.Ask, StartupCommand.Summary, () => new StartupCommand(), UsesDatabase: true),
        new("jit", VerbGroup.Ask, JitCommand.Summary, () => new JitCommand(), UsesDatabase: true),
        new("modules", VerbGroup.Ask, ModulesCommand.Summary, () => new ModulesCommand(), UsesDatabase: true),
        new("markers", VerbGroup.Ask, MarkersCommand.Summary, () => new MarkersCommand(), UsesDatabase: true),
        new("findings", VerbGroup.Judge, FindingsCommand.Summary, () => new FindingsCommand(), UsesDatabase: true),
        new("serializers", VerbGroup.Judge, SerializersCommand.Summary, () => new SerializersCommand(), UsesDatabase: true),
        new("sql", VerbGroup.Output, SqlCommand.Summary, () => new SqlCommand(), UsesDatabase: true),
        new("schema", VerbGroup.Output, SchemaCommand.Summary, () => new SchemaCommand(static () => All!)),
        new("mcp", VerbGroup.Tool, McpCommand.Summary, () => new McpCommand(static () => All!)),
        new("completion", VerbGroup.Tool, CompletionCommand.Summary, () => new CompletionCommand()),
        new("man", VerbGroup.Tool, ManCommand.Summary, () => new ManCommand(static () => All!)),
        new("version", VerbGroup.Tool, VersionCommand.Summary, () => new VersionCommand()),
    ];
}
