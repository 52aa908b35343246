namespace Fathom.Sources.Traces.EventPipe;

/// <summary>The event that is being read: when and where it happened, and whether a table has taken it.</summary>
internal sealed class TracedMoment
{
    /// <summary>Start of the stream, in ns since that of the recording.</summary>
    public long BeginNs { get; set; }

    /// <summary>Its time in ns since the begin of the recording.</summary>
    public long Ns { get; set; }

    /// <summary>Time of the clock of the traces at which the recording begins.</summary>
    public long OriginNs { get; set; }

    /// <summary>Its time on the clock of the traces.</summary>
    public long ClockNs => Ns + OriginNs;

    /// <summary>Time of the last event so far, since the begin of the recording.</summary>
    public long EndNs { get; set; }

    /// <summary>Its process; null before the first event.</summary>
    public TracedProcess? Process { get; set; }

    /// <summary>Its thread; null where the trace does not tell.</summary>
    public TracedThread? Thread { get; set; }

    /// <summary>Its stack; 0 for none.</summary>
    public uint Stack { get; set; }

    /// <summary>Whether it is in a row, so that it need not be one of the table of events.</summary>
    public bool IsTaken { get; set; }

    /// <summary>Whether it tells of the machine, and nothing that its process did.</summary>
    public bool IsOfMachine { get; set; }

    /// <summary>Number of its process.</summary>
    public uint ProcessNumber => Process!.Number;

    /// <summary>Number of its thread; 0 where the trace does not tell.</summary>
    public uint ThreadNumber => Thread?.Number ?? 0;
}
