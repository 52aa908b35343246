namespace Fathom.Formats.MachineLog;

/// <summary>Told what stands in a log, in its order.</summary>
public interface IMachineLogSink
{
    /// <summary>A fact.</summary>
    void On(in LoggedFact fact);

    /// <summary>A process that was not there before, or one that is called otherwise now.</summary>
    void On(in LoggedProcess process);

    /// <summary>More of the memory of a process.</summary>
    void On(in LoggedMemory memory);

    /// <summary>Resident memory of a process that has more or less than in the round before.</summary>
    /// <param name="process">Its number in the log.</param>
    /// <param name="rssBytes">Resident bytes.</param>
    void Resident(int process, long rssBytes);

    /// <summary>All processes were looked at.</summary>
    /// <param name="tsNs">When, on the clock of the log.</param>
    void RoundEnded(long tsNs);

    /// <summary>A process ended.</summary>
    void Gone(int process);

    /// <summary>A figure that is read again and again.</summary>
    void On(in LoggedSeries series);

    /// <summary>A figure that has another value than before.</summary>
    /// <param name="series">Its number in the log.</param>
    /// <param name="value">The value; null where it could not be read.</param>
    void Value(int series, long? value);

    /// <summary>All figures were read.</summary>
    /// <param name="tsNs">When, on the clock of the log.</param>
    void ValuesEnded(long tsNs);

    /// <summary>Something could not be read.</summary>
    void On(in LoggedLoss loss);
}
