namespace Fathom.Formats.PerfData.Records;

/// <summary>What a processor ran when a record was made.</summary>
public enum PerfCpuMode
{
    /// <summary>The record does not say.</summary>
    Unknown,

    /// <summary>The kernel.</summary>
    Kernel,

    /// <summary>A program.</summary>
    User,

    /// <summary>A hypervisor.</summary>
    Hypervisor,

    /// <summary>The kernel of a guest.</summary>
    GuestKernel,

    /// <summary>A program of a guest.</summary>
    GuestUser,
}
