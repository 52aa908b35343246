using System.Globalization;
using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Memory;
using Fathom.Sources.Orphans.Cases;
using Fathom.Sources.Orphans.Kernel;
using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>Collects what the descriptors of all processes hold. A file, pipe, socket or map counts once, however many descriptors there are of it.</summary>
/// <param name="access">Answers about descriptors.</param>
/// <param name="memoryDevices">File systems whose files are in memory.</param>
internal sealed class DescriptorSweep(IDescriptorAccess access, IReadOnlySet<ulong> memoryDevices)
{
    private const string MemoryFileMark = "/memfd:";

    private readonly Dictionary<FileId, HeldFile> _held = [];
    private readonly Dictionary<FileId, OpenFile> _named = [];
    private readonly Dictionary<FileId, OpenFile> _open = [];
    private readonly Dictionary<long, HeldPipe> _pipes = [];
    private readonly HashSet<long> _sockets = [];
    private readonly Dictionary<long, OrphanCase> _maps = [];
    private readonly List<OrphanCase> _socketCases = [];
    private readonly List<(int ProcessId, int Number, InFlight Files)> _inFlight = [];

    /// <summary>Memory files without a name.</summary>
    public IReadOnlyDictionary<FileId, HeldFile> Held => _held;

    /// <summary>Memory files with a name that a process has open.</summary>
    public IReadOnlyDictionary<FileId, OpenFile> Named => _named;

    /// <summary>Other files that a process has open.</summary>
    public IReadOnlyDictionary<FileId, OpenFile> Open => _open;

    /// <summary>Pipes with unread bytes.</summary>
    public IEnumerable<HeldPipe> Pipes => _pipes.Values.Where(pipe => pipe.Bytes > 0);

    /// <summary>Socket buffers, one case per socket.</summary>
    public IReadOnlyList<OrphanCase> Sockets => _socketCases;

    /// <summary>BPF maps by number.</summary>
    public IReadOnlyDictionary<long, OrphanCase> Maps => _maps;

    /// <summary>What waits in local sockets to be received.</summary>
    public IReadOnlyList<(int ProcessId, int Number, InFlight Files)> InFlight => _inFlight;

    /// <summary>Descriptors in flight that no peek shows.</summary>
    public int UnseenInFlightCount { get; private set; }

    /// <summary>Pipes and sockets that could not be asked.</summary>
    public int RefusedCount { get; private set; }

    /// <summary>Looks at one descriptor.</summary>
    public void Look(int processId, int number, ProcReader proc)
    {
        ReadOnlySpan<byte> link = proc.ReadLink(processId, PathOf("fd/", number));
        if (link.StartsWith("pipe:["u8))
            LookAtPipe(processId, number, Inode(link), proc);
        else if (link.StartsWith("socket:["u8))
            LookAtSocket(processId, number, Inode(link), proc);
        else if (link.SequenceEqual("anon_inode:bpf-map"u8))
            LookAtMap(processId, number, proc);
        else if (link.StartsWith("/"u8))
            LookAtFile(processId, number, link);
    }

    private void LookAtFile(int processId, int number, ReadOnlySpan<byte> link)
    {
        if (access.Describe(processId, number) is not { IsFile: true } facts)
            return;
        FileId file = new(facts.Device, facts.Inode);
        if (!memoryDevices.Contains(facts.Device))
            _open.TryAdd(file, new OpenFile(processId, number));
        else if (facts.Links > 0)
            _named.TryAdd(file, new OpenFile(processId, number));
        else if (_held.TryGetValue(file, out HeldFile held))
            _held[file] = held with { Count = held.Count + 1 };
        else
            _held[file] = NewlyHeld(link, facts, processId, number);
    }

    private static HeldFile NewlyHeld(ReadOnlySpan<byte> link, DescriptorFacts facts, int processId, int number)
    {
        string name = MappedFile.WithoutMark(Encoding.UTF8.GetString(link));
        return name.StartsWith(MemoryFileMark, StringComparison.Ordinal)
            ? new HeldFile(OrphanKinds.MemoryFile, name[MemoryFileMark.Length..], facts.AllocatedBytes, processId, number, 1)
            : new HeldFile(OrphanKinds.DeletedFile, name, facts.AllocatedBytes, processId, number, 1);
    }

    // Who should read owns what is unread.
    private void LookAtPipe(int processId, int number, long inode, ProcReader proc)
    {
        if (!_pipes.TryGetValue(inode, out HeldPipe pipe))
        {
            if (access.PipeBytes(processId, number) is { } bytes)
                pipe = new HeldPipe(bytes, null, null);
            else
                RefusedCount++;
        }

        if (pipe.Bytes > 0)
        {
            if (Notes(processId, number, proc).CanRead)
                pipe = pipe with { Reader = pipe.Reader ?? new OpenFile(processId, number) };
            else
                pipe = pipe with { Writer = pipe.Writer ?? new OpenFile(processId, number) };
        }

        _pipes[inode] = pipe;
    }

    private void LookAtSocket(int processId, int number, long inode, ProcReader proc)
    {
        if (!_sockets.Add(inode))
            return;
        if (access.SocketBytes(processId, number) is not { } bytes)
            RefusedCount++;
        else if (bytes > 0)
            _socketCases.Add(new OrphanCase(OrphanKinds.Socket, bytes, "descriptors") { OwnerPid = processId });
        int count = Notes(processId, number, proc).InFlightCount;
        if (count == 0)
            return;
        InFlight files = access.Peek(processId, number);
        UnseenInFlightCount += Math.Max(0, count - files.SeenCount);
        _inFlight.Add((processId, number, files));
    }

    private void LookAtMap(int processId, int number, ProcReader proc)
    {
        DescriptorNotes notes = Notes(processId, number, proc);
        if (notes.MapId == 0 || notes.MapBytes == 0)
            return;
        if (!_maps.ContainsKey(notes.MapId))
            _maps[notes.MapId] = MapCase(notes, string.Create(CultureInfo.InvariantCulture, $"descriptor {number}")) with { OwnerPid = processId };
    }

    /// <summary>The case of a map.</summary>
    public static OrphanCase MapCase(DescriptorNotes notes, string evidence) => new(OrphanKinds.BpfMap, notes.MapBytes, evidence)
    {
        Name = string.Create(CultureInfo.InvariantCulture, $"map {notes.MapId}, type {notes.MapType}"),
    };

    private static DescriptorNotes Notes(int processId, int number, ProcReader proc) =>
        proc.Read(processId, PathOf("fdinfo/", number), out ReadOnlySpan<byte> text) == ProcReadState.Read ? DescriptorNotes.Parse(text) : default;

    private static long Inode(ReadOnlySpan<byte> link)
    {
        ReadOnlySpan<byte> digits = link[(link.IndexOf((byte)'[') + 1)..];
        return System.Buffers.Text.Utf8Parser.TryParse(digits, out long inode, out _) ? inode : 0;
    }

    private static byte[] PathOf(string folder, int number) => Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{folder}{number}"));
}
