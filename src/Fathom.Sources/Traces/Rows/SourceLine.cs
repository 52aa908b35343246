namespace Fathom.Sources.Traces.Rows;

/// <summary>The source line of a frame, or why it is not known.</summary>
/// <param name="File">Path of the source file as the compiler wrote it; null where the line is not known.</param>
/// <param name="Line">The line, from 1; 0 where it is not known.</param>
/// <param name="Text">Its text; null where that is not known.</param>
/// <param name="Reason">Why the line, or its text, is not known; null where both are.</param>
internal readonly record struct SourceLine(string? File, int Line, string? Text, string? Reason)
{
    /// <summary>A frame without a line.</summary>
    /// <param name="reason">Why.</param>
    public static SourceLine None(string reason) => new(null, 0, null, reason);
}
