using Fathom.Formats.MachineLog;

namespace Fathom.Sources.Traces.MachineLog;

/// <summary>A process of a log, and its place in the recording.</summary>
/// <param name="number">Its number in the recording.</param>
/// <param name="isNew">Whether no other source of the recording tells of it.</param>
/// <param name="facts">What the log tells of it.</param>
internal sealed class LoggedOwner(uint number, bool isNew, LoggedProcess facts)
{
    public uint Number { get; } = number;

    public bool IsNew { get; } = isNew;

    public LoggedProcess Facts { get; set; } = facts;

    public long? RssBytes { get; set; }

    /// <summary>Whether the recording is not about it.</summary>
    public bool IsLeftOut { get; init; }

    public bool IsGone { get; set; }
}
