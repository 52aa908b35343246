using System.Globalization;

namespace Fathom.Capture.Recording;

/// <summary>What was saved of a recording that goes on.</summary>
/// <param name="AskedNs">The moment up to which it was asked for, on CLOCK_MONOTONIC.</param>
/// <param name="Recording">The recording; null where it could not be made.</param>
/// <param name="RawFolder">The raw files, where they stay.</param>
/// <param name="Length">How much of the time it holds.</param>
/// <param name="Failure">Why it was not made.</param>
/// <param name="Lacks">What it lacks, a sentence each.</param>
public sealed record SavedRecording(long AskedNs, string? Recording, string? RawFolder, TimeSpan Length, string? Failure, IReadOnlyList<string> Lacks)
{
    /// <summary>The conditions that led to it; none where somebody asked.</summary>
    public IReadOnlyList<SaveCause> Causes { get; init; } = [];

    /// <summary>How many saves were asked for that this one is.</summary>
    public int Count { get; init; } = 1;

    /// <summary>Whether it was not made because the recorder stops: the recording itself has that time.</summary>
    public bool IsStopping { get; init; }

    /// <summary>What a reader must know beside what it lacks, a sentence each.</summary>
    public IReadOnlyList<string> Notes => Count < 2 || Failure is not null ? [] :
    [
        string.Create(CultureInfo.InvariantCulture, $"{Count} saves that were asked for while others were made are joined in this one."),
    ];

    /// <summary>What a recorder published.</summary>
    internal static SavedRecording Of(SaveNote note) =>
        new(note.AskedNs, note.Recording, note.RawFolder, TimeSpan.FromMicroseconds(note.LengthNs / 1e3), note.Failure, note.Lacks)
        {
            Count = note.Count, IsStopping = note.IsStopping,
        };

    /// <summary>As the recorder publishes it.</summary>
    internal SaveNote ToNote() => new(AskedNs, Full(Recording), Full(RawFolder), (long)Length.TotalNanoseconds, Failure, Lacks)
    {
        Count = Count, IsStopping = IsStopping,
    };

    private static string? Full(string? path) => path is null ? null : Path.GetFullPath(path);
}
