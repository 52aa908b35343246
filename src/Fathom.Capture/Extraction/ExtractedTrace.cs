namespace Fathom.Capture.Extraction;

/// <summary>What became of a raw trace.</summary>
/// <param name="File">Its path.</param>
/// <param name="Format">What it is.</param>
/// <param name="State">extracted, kept (its recording was there already), named (there already, and now with more names) or failed.</param>
/// <param name="RawBytes">Its size.</param>
/// <param name="Recording">Where its recording is; null where it failed.</param>
/// <param name="RecordingBytes">Size of the parts of the recording.</param>
/// <param name="RowCount">Rows of all tables.</param>
/// <param name="LossCount">What was lost; what cannot be counted counts once.</param>
/// <param name="Elapsed">Time that it took; zero where it was there.</param>
/// <param name="Problem">Why it failed, in one sentence; null otherwise.</param>
public sealed record ExtractedTrace(
    string File, string Format, string State, long RawBytes, string? Recording, long? RecordingBytes, long? RowCount, long? LossCount, TimeSpan Elapsed, string? Problem)
{
    /// <summary>What can be done about a problem; null for nothing.</summary>
    public string? NextStep { get; init; }

    /// <summary>Read from the trace now.</summary>
    public const string Extracted = "extracted";

    /// <summary>There already.</summary>
    public const string Kept = "kept";

    /// <summary>There already, and code in it got names out of folders that the user named.</summary>
    public const string Named = "named";

    /// <summary>Not read.</summary>
    public const string Failed = "failed";
}
