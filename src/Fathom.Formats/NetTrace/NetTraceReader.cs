using Fathom.Model;

namespace Fathom.Formats.NetTrace;

/// <summary>Reads a nettrace stream, from a file or from a running process, and hands each event to a sink. Nothing is allocated per event.</summary>
/// <remarks>
/// <para>The format, all numbers little-endian. It can be read without ever going back, and has had three forms:</para>
/// <code>
/// versions 1 to 3   "NetPerf", .NET Core 2.x: events in the order of time, each with its stack, kinds of event among them
/// versions 4, 5     "Nettrace", since .NET Core 3.0: blocks of events, kinds, stacks (by number) and sequence points; 5 adds operation codes and arrays
/// version 6         the same with a plain container, threads and labels by number, events of several processes
/// </code>
/// <para>The containers are described at <see cref="SerializedContainer"/> (versions 1 to 5) and <see cref="NumberedBlockContainer"/>, the clock at
/// <see cref="NetTraceHeader"/>, events at <see cref="NetPerfEvent"/> and <see cref="EventBlobReader"/>, kinds of event at <see cref="MetadataParser"/> and
/// <see cref="NumberedMetadataParser"/>, the fields of an event at <see cref="EventFieldType"/>, stacks at <see cref="StackTable"/>, sequence points at
/// <see cref="SequenceTracker"/>, threads at <see cref="ThreadTable"/>, labels at <see cref="EventLabels"/>.</para>
/// <para>Events of one thread come in the order of time, those of different threads need not: the runtime writes what each thread has buffered.
/// All events before a sequence point are older than all events behind it. <see cref="ReadInOrder"/> puts them into order.</para>
/// <para>A stream that ends early gives what came before, and says so (<see cref="NetTraceTotals.End"/>). A block whose inside makes no sense is
/// left at that place and counted; the next block begins at a known place. The memory that is used depends on the limits below, and not on what
/// the stream claims.</para>
/// </remarks>
public sealed class NetTraceReader
{
    /// <summary>The first bytes of every stream since version 4.</summary>
    public static ReadOnlySpan<byte> Magic => "Nettrace"u8;

    /// <summary>The largest block that is believed, in bytes; the runtime writes up to about 100 KB.</summary>
    public const int MaxBlockBytes = 16 * 1024 * 1024;

    /// <summary>The most bytes of events that wait for their turn in the order of time, as a rule.</summary>
    public const long UsualWindowBytes = 64 * 1024 * 1024;

    private readonly NetTraceInput _input;
    private readonly string _name;
    private readonly NetTraceContainer _container;
    private readonly NetTraceBlocks _blocks;

    /// <summary>Begins to read; the first bytes are read at once.</summary>
    /// <param name="stream">The stream; it needs no seeking. It is not disposed.</param>
    /// <param name="name">What the stream is called in messages: a file, or a process.</param>
    /// <exception cref="FathomException">It is no nettrace stream, or one of a version that cannot be read.</exception>
    public NetTraceReader(Stream stream, string name)
    {
        _input = new NetTraceInput(stream);
        _name = name;
        _container = ReadStart();
        Header = _container.ReadTrace();
        _blocks = new NetTraceBlocks(Header, Totals);
    }

    /// <summary>What the stream says of itself.</summary>
    public NetTraceHeader Header { get; }

    /// <summary>What was read and what was lost so far.</summary>
    public NetTraceTotals Totals { get; } = new();

    /// <summary>Reads to the end of the stream, and hands events over as they come.</summary>
    /// <param name="sink">Gets the events, on this thread.</param>
    /// <param name="stop">Ends the reading between two blocks.</param>
    public NetTraceTotals Read(INetTraceSink sink, CancellationToken stop)
    {
        while (Totals.End == NetTraceEnd.None)
        {
            stop.ThrowIfCancellationRequested();
            _container.ReadObject(_blocks, sink);
            Totals.Bytes = _input.Position;
        }

        _blocks.Finish(sink);
        return Totals;
    }

    /// <summary>The same in the order of time. What is not in order is counted in <see cref="NetTraceTotals.LateEvents"/>.</summary>
    /// <param name="sink">Gets the events, on this thread.</param>
    /// <param name="stop">Ends the reading between two blocks.</param>
    /// <param name="windowBytes">The most bytes of events that wait for older ones.</param>
    public NetTraceTotals ReadInOrder(INetTraceSink sink, CancellationToken stop, long windowBytes = UsualWindowBytes)
    {
        _blocks.Order(windowBytes);
        return Read(sink, stop);
    }

    private NetTraceContainer ReadStart()
    {
        if (!_input.TryTake(Magic.Length, out ReadOnlySpan<byte> first))
            throw NetTraceErrors.NotNetTrace(_name, "it has only a few bytes");
        bool isNetTrace = first.SequenceEqual(Magic);
        ReadOnlySpan<byte> signature = SerializedContainer.Signature;
        if (!isNetTrace && !first.SequenceEqual(signature[..Magic.Length]))
            throw NetTraceErrors.NotNetTrace(_name, "it does not begin with 'Nettrace'");
        if (isNetTrace && !_input.TryTake(Magic.Length, out first))
            throw NetTraceErrors.NotNetTrace(_name, "it ends before its first object");
        // Since version 6 a zero and the version stand here.
        if (first[..4].SequenceEqual("\0\0\0\0"u8))
        {
            return BitConverter.ToUInt32(first[4..]) == NumberedBlockContainer.Version
                ? new NumberedBlockContainer(_input, _name, Totals)
                : throw NetTraceErrors.Version(_name, BitConverter.ToInt32(first[4..]));
        }

        bool isSerialized = first.SequenceEqual(signature[..first.Length]) && _input.TryTake(signature.Length - first.Length, out ReadOnlySpan<byte> rest) && rest.SequenceEqual(signature[8..]);
        return isSerialized
            ? new SerializedContainer(_input, _name, Totals, isNetTrace)
            : throw NetTraceErrors.NotNetTrace(_name, "its container is not one of nettrace");
    }
}
