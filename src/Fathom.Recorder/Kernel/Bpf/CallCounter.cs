namespace Fathom.Recorder.Kernel.Bpf;

/// <summary>What the programs count.</summary>
internal enum CallCounter
{
    /// <summary>Calls that are told with their callers, or whose thread ended in them.</summary>
    Returned,

    /// <summary>Calls that are told without.</summary>
    Plain,

    /// <summary>Those of both that a ring did not take.</summary>
    NotWritten,

    /// <summary>Calls that found no room until they return.</summary>
    NotKept,

    /// <summary>Calls of programs for another kind of processor, whose numbers mean something else.</summary>
    OtherProcessor,

    /// <summary>Begins of page faults.</summary>
    FaultBegins,

    /// <summary>Page faults that read nothing.</summary>
    MinorFaults,

    /// <summary>Page faults that read a file.</summary>
    MajorFaults,
}
