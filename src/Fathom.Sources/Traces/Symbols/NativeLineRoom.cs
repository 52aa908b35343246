namespace Fathom.Sources.Traces.Symbols;

/// <summary>Room for the line tables of all native files of a trace together: each has a limit of its own, but a machine can run very many.</summary>
/// <param name="mostBytes">Where it ends; the table that passes it is the last one.</param>
internal sealed class NativeLineRoom(long mostBytes = 256L << 20)
{
    private long _bytes;

    /// <summary>Whether no other table is read.</summary>
    public bool IsFull => _bytes >= mostBytes;

    /// <summary>Why lines are not known then.</summary>
    public string Reason => FormattableString.Invariant($"native code: its debug information was not read, because that of other files takes {mostBytes >> 20:#,##0} MiB");

    /// <summary>Takes room.</summary>
    public void Take(long bytes) => _bytes += bytes;
}
