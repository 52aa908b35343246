namespace Fathom.Sources.Traces.Perf;

/// <summary>Whose code lies at an address.</summary>
internal enum CodeKind
{
    /// <summary>No mapping covers the address.</summary>
    Unknown,

    /// <summary>The kernel's.</summary>
    Kernel,

    /// <summary>That of a program or library.</summary>
    Native,

    /// <summary>That of an assembly, which was compiled ahead of time.</summary>
    Assembly,

    /// <summary>What was compiled while the process ran.</summary>
    Compiled,
}
