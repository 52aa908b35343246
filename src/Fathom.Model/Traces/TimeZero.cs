namespace Fathom.Model.Traces;

/// <summary>The moment of a recording that times count from, where it is not the begin.</summary>
/// <param name="Text">What the user wrote, such as "marker:load".</param>
/// <param name="AtNs">When it was, since the begin of the recording.</param>
public sealed record TimeZero(string Text, long AtNs)
{
    /// <summary>Name of the option.</summary>
    public const string Option = "--zero";

    /// <summary>Whether it is a time since the begin or before the end, and nothing that happened then.</summary>
    public bool IsTime => Text.TrimStart('+', '-') is [>= '0' and <= '9', ..] && !Text.Contains(':', StringComparison.Ordinal);
}
