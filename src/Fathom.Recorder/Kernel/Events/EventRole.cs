namespace Fathom.Recorder.Kernel.Events;

/// <summary>What an event is recorded for.</summary>
internal enum EventRole
{
    /// <summary>Tells which processes, threads and mappings there are.</summary>
    Lives,

    /// <summary>States of threads at the start, which the recorder itself writes: the kernel has no occurrence of it.</summary>
    StartStates,

    /// <summary>Samples of what processors run.</summary>
    Clock,

    /// <summary>Switches and wakings of threads: each is needed, those of the recorder too, or the others make no sense.</summary>
    Scheduling,

    /// <summary>The kernel's own records of switches: kept where no switch of <see cref="Scheduling"/> says the same.</summary>
    Switches,

    /// <summary>All occurrences of a tracepoint, which are counted: those that no other event has are left out on purpose.</summary>
    Counted,

    /// <summary>System calls, of which a program in the kernel writes the samples.</summary>
    Calls,

    /// <summary>The same of those without callers.</summary>
    PlainCalls,

    /// <summary>Requests to disks, and what comes from the network: those of the recorder's threads too, for any thread may run then.</summary>
    Devices,

    /// <summary>Page faults.</summary>
    Faults,

    /// <summary>What the user asked for beside.</summary>
    Chosen,
}
