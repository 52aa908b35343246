namespace Fathom.Capture.Recording;

/// <summary>Whether a recording has the kernel's part: samples, waits and lifetimes of threads.</summary>
public enum KernelUse
{
    /// <summary>Where the kernel allows it; what is missing is said.</summary>
    IfAllowed,

    /// <summary>Always: nothing is recorded where the kernel does not allow it.</summary>
    Required,

    /// <summary>Never: runtime events only.</summary>
    None,
}
