namespace Fathom.Query.Time;

/// <summary>What must be recorded where a verb is asked about a process, not about a recording.</summary>
public enum LiveNeed
{
    /// <summary>The verb is not asked about a process.</summary>
    None,

    /// <summary>Samples and switches of the kernel, and the names of methods.</summary>
    Kernel,

    /// <summary>These where the kernel allows it; runtime events answer too.</summary>
    KernelIfAllowed,

    /// <summary>Runtime events only.</summary>
    Runtime,

    /// <summary>As <see cref="KernelIfAllowed"/>, with the requests that Kestrel answers whatever they cost.</summary>
    Requests,

    /// <summary>As <see cref="Kernel"/>, with the profile of the verb (<see cref="TraceVerb.Profile"/>).</summary>
    Profile,
}
