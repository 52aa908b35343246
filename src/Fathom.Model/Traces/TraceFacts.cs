namespace Fathom.Model.Traces;

/// <summary>What a reader of a view on a trace must know of it.</summary>
/// <param name="File">File names of the traces that it was made from.</param>
/// <param name="Formats">Their formats, such as perf.data.</param>
/// <param name="Machine">Name of the machine; null where no file tells.</param>
/// <param name="DurationNs">Time from the first to the last time stamp of the longest.</param>
/// <param name="IsWholeMachine">Whether all threads of the machine were recorded.</param>
/// <param name="SampleCount">Samples of all events.</param>
/// <param name="TruncatedStackCount">Call chains that were cut.</param>
/// <param name="NoWaits">Why waits cannot be told; null where they can.</param>
/// <param name="Naming">Frames of all samples and those that have names, by kind, most first.</param>
public sealed record TraceFacts(
    string File,
    IReadOnlyList<string> Formats,
    string? Machine,
    long DurationNs,
    bool IsWholeMachine,
    long SampleCount,
    long TruncatedStackCount,
    string? NoWaits,
    IReadOnlyList<(string Kind, long Frames, long Named)> Naming)
{
    /// <summary>The label of a recording that has the tables which were left out by the user's wish when the trace was read, with commas between.</summary>
    public const string LeftOutLabel = "left_out";

    /// <summary>What the recorder of a stream is called that tells of the whole machine beside events of runtimes; more follows behind it.</summary>
    public const string MachineEvents = "One-collect (dotnet-trace collect-linux)";

    /// <summary>The format of Windows traces.</summary>
    public const string WindowsFormat = "etl";

    /// <summary>The part of its time that is asked about; null for all of it.</summary>
    public TimeWindow? Window { get; init; }

    /// <summary>The moment that times count from; null for the begin.</summary>
    public TimeZero? Zero { get; init; }

    /// <summary>Whether any of them can hold events of .NET programs.</summary>
    public bool HasRuntimeEvents => Formats.Contains("nettrace") || IsOfWindows;

    /// <summary>Whether it is of Windows.</summary>
    public bool IsOfWindows => Formats.Contains(WindowsFormat);

    /// <summary>Waits for locks of the runtime itself, which threads of programs wait for and no code of theirs holds.</summary>
    public long RuntimeLockWaits { get; init; }

    /// <summary>How much time is asked about.</summary>
    public long AskedNs => Window?.LengthNs ?? DurationNs;

    /// <summary>Whether such a recorder made it.</summary>
    public bool IsOfMachine { get; init; }

    /// <summary>Those tables.</summary>
    public IReadOnlyList<string> LeftOut { get; init; } = [];

    /// <summary>Whether more than a tenth of the frames has no name.</summary>
    public bool LacksNames => 10 * Naming.Sum(static kind => kind.Frames - kind.Named) > Naming.Sum(static kind => kind.Frames);

    /// <summary>Whether this tool recorded it, and knows of each call chain how far it is certain.</summary>
    public bool IsOwn { get; init; }

    /// <summary>Whether it has figures of the machine over time.</summary>
    public bool HasFigures { get; init; }

    /// <summary>Names of the programs that it is about; none for all that were recorded.</summary>
    public IReadOnlyList<string> Programs { get; init; } = [];

    /// <summary>Processors of the machine; null where no recorder told.</summary>
    public int? Processors { get; init; }

    /// <summary>Time of all threads on a processor in the time that is asked about, added up; null where no switches tell.</summary>
    public long? RunningNs { get; init; }

    /// <summary>Where it <see cref="LacksNames"/>: the file whose symbols would name most frames, and how many; null where none would, or nobody asked.</summary>
    public (string File, long Frames)? MostUnnamed { get; init; }

    /// <summary>Tables whose sums by method are not there, because an earlier version made the recording.</summary>
    public IReadOnlyList<string> WithoutSums { get; init; } = [];
}
