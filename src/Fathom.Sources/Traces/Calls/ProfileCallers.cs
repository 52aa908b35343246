namespace Fathom.Sources.Traces.Calls;

/// <summary>Which callers an event of a profile has.</summary>
public enum ProfileCallers
{
    /// <summary>None, which costs the least.</summary>
    None,

    /// <summary>Those in the program.</summary>
    Program,

    /// <summary>Those in the kernel too.</summary>
    All,
}
