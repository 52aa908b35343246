namespace Fathom.Sources.Events;

/// <summary>Why all managed threads were stopped; the numbers are the runtime's.</summary>
public enum GcSuspendReason
{
    /// <summary>None of the others.</summary>
    Other = 0,

    /// <summary>A garbage collection.</summary>
    Gc = 1,

    /// <summary>The end of an application domain.</summary>
    AppDomainShutdown = 2,

    /// <summary>Code is thrown away.</summary>
    CodePitching = 3,

    /// <summary>The end of the process.</summary>
    Shutdown = 4,

    /// <summary>A debugger.</summary>
    Debugger = 5,

    /// <summary>A step of a background collection.</summary>
    GcPreparation = 6,

    /// <summary>A debugger's sweep.</summary>
    DebuggerSweep = 7,
}
