namespace Fathom.Sources.Machine.Processes;

/// <summary>Capabilities that matter here, with their bit numbers in the kernel's capability.h.</summary>
public enum Capability
{
    /// <summary>Look into and attach to processes of other users.</summary>
    SysPtrace = 19,

    /// <summary>Much of what root may do.</summary>
    SysAdmin = 21,

    /// <summary>Use performance counters and trace points.</summary>
    PerfMon = 38,
}
