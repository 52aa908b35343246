namespace Fathom.Recorder.Kernel.Bpf;

/// <summary>What the programs count.</summary>
internal enum CallCounter
{
    /// <summary>Calls that returned.</summary>
    Returned,

    /// <summary>Those of them that a ring did not take.</summary>
    NotWritten,

    /// <summary>Calls that found no room until they return.</summary>
    NotKept,

    /// <summary>Calls of programs for another kind of processor, whose numbers mean something else.</summary>
    OtherProcessor,
}
