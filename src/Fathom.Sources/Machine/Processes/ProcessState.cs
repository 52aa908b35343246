namespace Fathom.Sources.Machine.Processes;

/// <summary>What a look at one process number gave.</summary>
public enum ProcessState
{
    /// <summary>There is no such process.</summary>
    Gone,

    /// <summary>It has ended, and its parent has not asked how: a zombie, which holds no memory.</summary>
    Ended,

    /// <summary>It runs no .NET runtime.</summary>
    NotDotNet,

    /// <summary>It is a .NET program that NativeAOT has compiled: it has no runtime that could be asked about types and objects.</summary>
    NativeAot,

    /// <summary>It is there, and we may not look into it.</summary>
    Refused,

    /// <summary>It is a .NET process.</summary>
    DotNet,
}
