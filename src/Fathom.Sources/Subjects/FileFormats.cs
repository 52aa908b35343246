using Fathom.Formats.VmMap;
using Fathom.Model;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Traces.Etl;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Perf;
using Fathom.Sources.Traces.GcDump;
using Fathom.Sources.Traces.VmMap;

namespace Fathom.Sources.Subjects;

/// <summary>The formats of files and folders that are told apart. A new one is an entry here, and its place in <see cref="All"/>.</summary>
public static class FileFormats
{
    private const string WhatFits = "give a process, a core dump of a .NET process on Linux, or a recording";
    private const string AskForRecording = "give it to a command that reads recordings: fathom info";

    /// <summary>None of those below.</summary>
    public static FileFormat Unknown { get; } = new("unknown", null, No("is of a kind that Fathom does not know", WhatFits));

    /// <summary>A file of no bytes.</summary>
    public static FileFormat Empty { get; } = new("empty", null, No("is empty", "the program that wrote it did not finish, or the disk was full; write it again"));

    /// <summary>A folder that is no recording.</summary>
    public static FileFormat Folder { get; } = new("folder", null, No("is a folder, not a recording", WhatFits)) { YieldsToProcess = true };

    /// <summary>A pipe, socket or device.</summary>
    public static FileFormat Special { get; } = new("pipe, socket or device", null, No("is a pipe, socket or device, not a file", WhatFits)) { YieldsToProcess = true };

    /// <summary>A Fathom recording: a folder with a manifest.</summary>
    public static FileFormat Recording { get; } = new("recording", null, No("is a recording", AskForRecording));

    /// <summary>A recording under its temporary name: it was never committed.</summary>
    public static FileFormat PartialRecording { get; } =
        new("unfinished recording", null, No("is a recording that was never finished", "record again; the folder may be deleted"));

    /// <summary>A Fathom recording in a zip file.</summary>
    public static FileFormat PackedRecording { get; } = new("recording", ArchiveHead.Recording, No("is a recording", AskForRecording));

    /// <summary>A core dump of a Linux process.</summary>
    public static FileFormat ElfCore { get; } = new(
        "core dump",
        ProgramHead.ElfCore,
        No(static file => ($"is a core dump of a Linux process ({file.Elf?.Architecture})", "give it to a command that reads core dumps: fathom heap")))
    {
        Check = static file =>
        {
            if (file.Elf is { Is64Bit: true, IsLittleEndian: true } elf && elf.Architecture == OwnMachine.Architecture)
                Targets.Dumps.ElfCore.Open(file.Path).Dispose();
        },
    };

    /// <summary>A program or library of Linux.</summary>
    public static FileFormat ElfProgram { get; } = new(
        "program or library", ProgramHead.Elf, No("is a program or library, not a dump of a process", "start it and give its process, or give a core dump"))
    {
        YieldsToProcess = true,
    };

    /// <summary>A minidump: the form in which Windows, and crash reporters elsewhere, dump a process.</summary>
    public static FileFormat Minidump { get; } = new("minidump", ProgramHead.Minidump, MinidumpRefusal.Of);

    /// <summary>Samples and events of perf.</summary>
    public static FileFormat PerfData { get; } = new(
        "perf.data",
        EventFileHead.PerfData,
        No(static file => ($"is a recording of perf{With(file)}", "give it to a command that reads traces: fathom cpu")))
    {
        ReadTrace = static (path, options) => new PerfTraceExtractor(path, options),
    };

    /// <summary>EventPipe events in the nettrace form.</summary>
    public static FileFormat NetTrace { get; } = new(
        "nettrace",
        EventFileHead.NetTrace,
        No(static file => ($"is a .NET event trace (nettrace{With(file)})", "give it to a command that reads traces: fathom events")))
    {
        ReadTrace = static (path, _) => new NetTraceExtractor(path),
    };

    /// <summary>EventPipe events in the form of .NET Core 2.</summary>
    public static FileFormat NetPerf { get; } = new(
        "netperf",
        EventFileHead.NetPerf,
        No(static file => ($"is a .NET Core 2 event trace (netperf{With(file)})", "give it to a command that reads traces: fathom events")))
    {
        ReadTrace = static (path, _) => new NetTraceExtractor(path),
    };

    /// <summary>A heap graph as dotnet-gcdump and PerfView write it.</summary>
    public static FileFormat GcDump { get; } = new(
        "gcdump", EventFileHead.GcDump, No(static file => ($"is a gcdump heap graph{With(file)}", "give it to a command that reads heaps: fathom heap")))
    {
        ReadHeap = static (path, renaming, options) => new GcDumpExtractor(path, renaming, options),
    };

    /// <summary>An event trace of Windows.</summary>
    public static FileFormat Etl { get; } = new(
        "etl",
        EventFileHead.Etl,
        No(static file => ($"is a Windows event trace (.etl{With(file)})", "give it to a command that reads traces: fathom cpu")))
    {
        ReadTrace = static (path, options) => new EtlExtractor(path, options),
    };

    /// <summary>What PerfView and TraceEvent make of an event trace.</summary>
    public static FileFormat Etlx { get; } = new(
        "etlx", EventFileHead.Etlx, No("is what PerfView made of a trace (.etlx)", "give the trace that it was made of (.etl or .nettrace)"));

    /// <summary>An event trace of Windows in a zip file, alone or beside symbols and logs.</summary>
    public static FileFormat PackedEtl { get; } = new(
        "etl in a zip",
        ArchiveHead.Etl,
        No(static file => ($"is a zip file with a Windows event trace ({file.Detail})", "give it to a command that reads traces: fathom cpu")))
    {
        ReadTrace = static (path, options) => new EtlExtractor(path, options),
    };

    /// <summary>A zip file that is no recording.</summary>
    public static FileFormat Zip { get; } = new(
        "zip",
        ArchiveHead.Zip,
        No(static file => file.Detail == ArchiveHead.Damaged
            ? ("is a damaged zip file", "copy or pack it again")
            : ($"is a zip file, not a recording (it holds: {file.Detail})", "unpack it and give the file inside")))
    {
        Check = static file =>
        {
            if (file.Detail == ArchiveHead.Damaged)
                throw file.Format.Refuse(file);
        },
    };

    /// <summary>What perfcollect packs: a recording of perf, as it was made, as text, or both.</summary>
    public static FileFormat PerfCollect { get; } = new(
        "archive of perfcollect",
        ArchiveHead.PerfCollect,
        No(static file => file.Detail == ArchiveHead.PerfData
            ? ("is an archive of perfcollect", $"unpack it and give the {ArchiveHead.PerfData} inside")
            : ("is an archive of perfcollect that holds the recording as text only, without its threads' switches and its files' build ids", "keep perf.data, or record with fathom record")));

    /// <summary>Something packed with gzip.</summary>
    public static FileFormat Gzip { get; } = Packed("gzip", [0x1F, 0x8B], "gunzip -k");

    /// <summary>Something packed with zstd, as systemd-coredump does.</summary>
    public static FileFormat Zstandard { get; } = Packed("zstd", [0x28, 0xB5, 0x2F, 0xFD], "zstd -d");

    /// <summary>Something packed with lz4.</summary>
    public static FileFormat Lz4 { get; } = Packed("lz4", [0x04, 0x22, 0x4D, 0x18], "lz4 -d");

    /// <summary>Something packed with xz.</summary>
    public static FileFormat Xz { get; } = Packed("xz", [0xFD, (byte)'7', (byte)'z', (byte)'X', (byte)'Z', 0], "xz -dk");

    /// <summary>A memory dump of the Windows kernel.</summary>
    public static FileFormat WindowsKernelDump { get; } = new(
        "Windows kernel dump", ProgramHead.WindowsKernelDump, No("is a memory dump of the Windows kernel", "open it on Windows with WinDbg"));

    /// <summary>A core dump or program of macOS.</summary>
    public static FileFormat MachO { get; } = new(
        "macOS core dump or program", ProgramHead.MachO, No("is a core dump or program of macOS", "open it on macOS with lldb and SOS"));

    /// <summary>A program or library of Windows, or a .NET assembly.</summary>
    public static FileFormat PortableExecutable { get; } = new(
        ".NET assembly or Windows program",
        ProgramHead.PortableExecutable,
        No("is a .NET assembly or Windows program, not a dump of a process", "start it and give its process"))
    {
        YieldsToProcess = true,
    };

    /// <summary>The memory map of a Windows process as VMMap writes it, CSV.</summary>
    public static FileFormat VmMap { get; } = new(
        "memory map of VMMap",
        static (file, head) => VmMapFile.IsHead(head.Bytes) ? file : null,
        No("is the memory map of a Windows process, written by VMMap", "give it to the command that reads memory: fathom memory"))
    {
        ReadMemory = static (path, renaming, options) => new VmMapExtractor(path, renaming, options),
    };

    /// <summary>A recording of perf that perf script has printed.</summary>
    public static FileFormat PerfScript { get; } = new(
        "text of perf script",
        static (file, head) => TextHead.IsPerfScript(head.Bytes) ? file : null,
        No("is what perf script printed, which has lost much of the recording", "give the file that it was printed from: fathom cpu perf.data"));

    /// <summary>Text.</summary>
    public static FileFormat Text { get; } = new("text", static (file, head) => TextHead.IsText(head.Bytes) ? file : null, No("is a text file", WhatFits)) { YieldsToProcess = true };

    /// <summary>All that are told by their content, in the order in which they are tried.</summary>
    public static IReadOnlyList<FileFormat> All { get; } =
    [
        ElfCore, ElfProgram, Minidump, PerfData, NetTrace, NetPerf, GcDump, Etl, Etlx, PackedRecording, PerfCollect, PackedEtl, Zip, Gzip, Zstandard, Lz4, Xz, WindowsKernelDump, MachO,
        PortableExecutable, VmMap, PerfScript, Text,
    ];

    private static FileFormat Packed(string name, byte[] magic, string command) => new(
        name,
        (file, head) => head.Bytes.StartsWith(magic) ? file : null,
        No(file => ($"is packed with {name}", $"unpack it first: {command} '{file.Path}'")));

    private static Func<FileDescription, FathomException> No(string reason, string nextStep) => No(_ => (reason, nextStep));

    private static Func<FileDescription, FathomException> No(Func<FileDescription, (string Reason, string NextStep)> say) => file =>
    {
        (string reason, string nextStep) = say(file);
        return FathomException.Target($"'{file.Path}' {reason}.", nextStep);
    };

    private static string With(FileDescription file) => file.Detail is null ? "" : $", {file.Detail}";
}
