namespace Fathom.Sources.Traces.Rows;

/// <summary>The source line of a frame, or why it is not known.</summary>
/// <param name="Path">Path of the source file as the compiler wrote it; null where the line is not known.</param>
/// <param name="Line">The line, from 1; 0 where it is not known.</param>
/// <param name="Text">Its text; null where that is not known.</param>
/// <param name="Reason">Why the line, or its text, is not known; null where both are.</param>
internal readonly record struct SourceLine(string? Path, int Line, string? Text, string? Reason)
{
    /// <summary>The method that was inlined there; null where the code is of the method itself.</summary>
    public string? InlinedMethod { get; init; }

    /// <summary>File name; null where the line is not known.</summary>
    public string? File => Path?[(Path.LastIndexOfAny(['/', '\\']) + 1)..];

    /// <summary>A frame without a line.</summary>
    /// <param name="reason">Why.</param>
    public static SourceLine None(string reason) => new(null, 0, null, reason);
}
