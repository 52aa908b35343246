namespace Fathom.Model.Traces;

/// <summary>The intervals of time that a user asked about.</summary>
/// <param name="Kind">What they are of: one of the words below.</param>
/// <param name="Text">The value of the option, for messages.</param>
/// <param name="Pattern">Which requests, or the mark that begins; null where nothing is chosen.</param>
/// <param name="EndPattern">The mark that ends; null where there is none.</param>
/// <param name="Given">The intervals of a file, since the begin of the recording; empty for the others.</param>
public sealed record DuringChoice(
    string Kind, string Text, string? Pattern = null, string? EndPattern = null, IReadOnlyList<(long FromNs, long ToNs)>? Given = null)
{
    /// <summary>Name of the option.</summary>
    public const string Option = "--during";

    /// <summary>Garbage collections of the recorded programs.</summary>
    public const string Collections = "gc";

    /// <summary>Waits for locks of the recorded programs.</summary>
    public const string Contentions = "contention";

    /// <summary>HTTP requests of the recorded programs, by their URL or route.</summary>
    public const string Requests = "request";

    /// <summary>Times from one mark to the next one of another text.</summary>
    public const string Marks = "markers";

    /// <summary>Intervals that a file has.</summary>
    public const string File = "file";
}
