namespace Fathom.Model.Findings;

/// <summary>How bad a finding is; the worst comes first.</summary>
public enum Severity : byte
{
    /// <summary>The program does not do its work.</summary>
    Error,

    /// <summary>It may not, or wastes a lot.</summary>
    Warning,

    /// <summary>Worth knowing.</summary>
    Info,

    /// <summary>Not judged: what the rule looks at was not read to its end.</summary>
    NotKnown,

    /// <summary>Not judged: what the rule looks at was not recorded.</summary>
    NotJudged,
}
