using Fathom.Model;

namespace Fathom.Formats.NetTrace;

/// <summary>Reads a nettrace stream, from a file or from a running process, and hands each event to a sink. Nothing is allocated per event.</summary>
/// <remarks>
/// <para>The format, all numbers little-endian. It is what the runtime writes since .NET Core 3.0, and it can be read without ever going back:</para>
/// <code>
/// "Nettrace"                          8 bytes
/// i32 20, "!FastSerialization.1"
/// object "Trace"                      clock, pointer size, process
/// object "MetadataBlock"              what kinds of event there are: provider, number, names and types of fields
/// object "StackBlock"                 call stacks, numbered
/// object "EventBlock"                 events; each refers to its kind and its stack by number
/// object "SPBlock"                    sequence point: sequence number of each thread, end of the life of all stack numbers
/// …                                   the last four in any order, as often as needed
/// u8 1                                end of the stream
///
/// object = u8 5, type, content, u8 6
/// type   = u8 5, u8 1, i32 version, i32 least reader version, i32 length and text of the name, u8 6
/// block  = i32 size, zeros up to a multiple of 4 in the stream, size bytes
/// </code>
/// <para>The content of event and metadata blocks is described at <see cref="EventBlobReader"/>, that of a kind of event at
/// <see cref="MetadataParser"/>, stacks at <see cref="StackTable"/>, sequence points at <see cref="SequenceTracker"/>.</para>
/// <para>Events of one thread come in the order of time, those of different threads need not: the runtime writes what each thread has buffered.
/// All events before a sequence point are older than all events behind it.</para>
/// <para>A stream that ends early gives what came before, and says so (<see cref="NetTraceTotals.End"/>). A block whose inside makes no sense is
/// left at that place and counted; the next block begins at a known place. The memory that is used depends on the limits below, and not on what
/// the stream claims.</para>
/// </remarks>
public sealed class NetTraceReader
{
    /// <summary>The first bytes of every stream.</summary>
    public static ReadOnlySpan<byte> Magic => "Nettrace"u8;

    /// <summary>The largest block that is believed, in bytes; the runtime writes up to about 100 KB.</summary>
    public const int MaxBlockBytes = 16 * 1024 * 1024;

    private const byte NullReference = 1;
    private const byte BeginObject = 5;
    private const byte EndObject = 6;
    private const int MaxNameBytes = 64;
    private const int OldestVersion = 4;
    private const int NewestReaderVersion = 5;

    private readonly NetTraceInput _input;
    private readonly string _name;
    private readonly NetTraceBlocks _blocks;

    /// <summary>Begins to read; the first bytes are read at once.</summary>
    /// <param name="stream">The stream; it needs no seeking. It is not disposed.</param>
    /// <param name="name">What the stream is called in messages: a file, or a process.</param>
    /// <exception cref="FathomException">It is no nettrace stream, or one of a version that cannot be read.</exception>
    public NetTraceReader(Stream stream, string name)
    {
        _input = new NetTraceInput(stream);
        _name = name;
        Header = ReadStart();
        _blocks = new NetTraceBlocks(Header, Totals);
    }

    /// <summary>What the stream says of itself.</summary>
    public NetTraceHeader Header { get; }

    /// <summary>What was read and what was lost so far.</summary>
    public NetTraceTotals Totals { get; } = new();

    /// <summary>Reads to the end of the stream.</summary>
    /// <param name="sink">Gets the events, on this thread.</param>
    /// <param name="stop">Ends the reading between two blocks.</param>
    public NetTraceTotals Read(INetTraceSink sink, CancellationToken stop)
    {
        while (Totals.End == NetTraceEnd.None)
        {
            stop.ThrowIfCancellationRequested();
            ReadObject(sink);
            Totals.Bytes = _input.Position;
        }

        return Totals;
    }

    private void ReadObject(INetTraceSink sink)
    {
        if (!_input.TryTake(1, out ReadOnlySpan<byte> tag))
            CutOff("before the mark of its end");
        else if (tag[0] == NullReference)
            Totals.Finish(NetTraceEnd.Complete, null);
        else if (tag[0] != BeginObject)
            Damaged($"an object begins with {tag[0]}");
        else if (ReadType(out NetTraceObjectKind kind, out _, out _))
            ReadBlock(kind, sink);
    }

    private void ReadBlock(NetTraceObjectKind kind, INetTraceSink sink)
    {
        if (!_input.TryTake(sizeof(int), out ReadOnlySpan<byte> number))
        {
            CutOff("inside a block");
            return;
        }

        int size = BitConverter.ToInt32(number);
        int padding = (int)(-_input.Position & 3);
        if (size is < 0 or > MaxBlockBytes)
            Damaged($"a block claims {(uint)size} bytes");
        else if (!_input.TryTake(padding + size + 1, out ReadOnlySpan<byte> block))
            CutOff("inside a block");
        else if (block[^1] != EndObject)
            Damaged($"a block ends with {block[^1]}");
        else
            _blocks.Read(kind, block[padding..^1], sink);
    }

    private bool ReadType(out NetTraceObjectKind kind, out int version, out int readerVersion)
    {
        (kind, version, readerVersion) = (NetTraceObjectKind.Unknown, 0, 0);
        if (!_input.TryTake(14, out ReadOnlySpan<byte> start))
            return CutOff("inside the head of an object");
        if (start[0] != BeginObject || start[1] != NullReference)
            return Damaged("an object has no type");
        version = BitConverter.ToInt32(start[2..]);
        readerVersion = BitConverter.ToInt32(start[6..]);
        int length = BitConverter.ToInt32(start[10..]);
        if (length is < 0 or > MaxNameBytes)
            return Damaged($"the name of a type claims {(uint)length} bytes");
        if (!_input.TryTake(length + 1, out ReadOnlySpan<byte> name))
            return CutOff("inside the head of an object");
        if (name[^1] != EndObject)
            return Damaged("a type does not end");
        kind = NetTraceObjectKinds.Of(name[..^1]);
        return true;
    }

    private NetTraceHeader ReadStart()
    {
        if (!_input.TryTake(Magic.Length, out ReadOnlySpan<byte> magic))
            throw NetTraceErrors.NotNetTrace(_name, "it has only a few bytes");
        if (!magic.SequenceEqual(Magic))
            throw IsNetPerf(magic) ? NetTraceErrors.NetPerf(_name) : NetTraceErrors.NotNetTrace(_name, "it does not begin with 'Nettrace'");
        if (!_input.TryTake(8, out ReadOnlySpan<byte> signature))
            throw NetTraceErrors.NotNetTrace(_name, "it ends before its first object");
        // Since version 6 a zero and the version stand here.
        if (signature[..4].SequenceEqual("\0\0\0\0"u8))
            throw NetTraceErrors.Version(_name, BitConverter.ToInt32(signature[4..]));
        if (!signature.SequenceEqual("\x14\0\0\0!Fas"u8) || !_input.TryTake(16, out signature) || !signature.SequenceEqual("tSerialization.1"u8))
            throw NetTraceErrors.NotNetTrace(_name, "its container is none that nettrace has");
        return ReadTrace();
    }

    // The format before this one: the same container without 'Nettrace', and the first object has the same name.
    private bool IsNetPerf(ReadOnlySpan<byte> start) =>
        start.SequenceEqual("\x14\0\0\0!Fas"u8) && _input.TryTake(36, out ReadOnlySpan<byte> rest) && rest[31..].SequenceEqual("Trace"u8);

    private NetTraceHeader ReadTrace()
    {
        if (!_input.TryTake(1, out ReadOnlySpan<byte> tag) || tag[0] != BeginObject)
            throw NetTraceErrors.NotNetTrace(_name, "it ends before its first object");
        if (!ReadType(out NetTraceObjectKind kind, out int version, out int readerVersion) || kind != NetTraceObjectKind.Trace)
            throw NetTraceErrors.NotNetTrace(_name, "its first object is no trace");
        if (version < OldestVersion || readerVersion > NewestReaderVersion)
            throw NetTraceErrors.Version(_name, Math.Max(version, readerVersion));
        if (!_input.TryTake(NetTraceHeader.Size + 1, out ReadOnlySpan<byte> fields) || fields[^1] != EndObject)
            throw NetTraceErrors.NotNetTrace(_name, "its first object is cut off");
        return NetTraceHeader.Parse(fields) ?? throw NetTraceErrors.NotNetTrace(_name, "its clock or its pointer size makes no sense");
    }

    private bool CutOff(string where)
    {
        Totals.Finish(NetTraceEnd.CutOff, $"'{_name}' is cut off: it ends at byte {_input.Position} {where}.");
        return false;
    }

    private bool Damaged(string what)
    {
        Totals.Finish(NetTraceEnd.Damaged, $"'{_name}' is damaged: {what} (near byte {_input.Position}). What comes behind it is lost.");
        return false;
    }
}
