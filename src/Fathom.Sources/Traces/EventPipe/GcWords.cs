using Fathom.Sources.Events;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>What reasons and kinds of collections are called in tables.</summary>
public static class GcWords
{
    /// <summary>Why a collection began.</summary>
    public static string Of(GcReason reason) => reason switch
    {
        GcReason.SmallObjects => "small objects",
        GcReason.Induced => "induced",
        GcReason.LowMemory => "low memory",
        GcReason.Empty => "none",
        GcReason.LargeObjects => "large objects",
        GcReason.OutOfSpaceSmallObjects => "no room for small objects",
        GcReason.OutOfSpaceLargeObjects => "no room for large objects",
        GcReason.InducedNotForced => "induced, not forced",
        GcReason.Stress => "stress test",
        GcReason.InducedLowMemory => "induced by low memory",
        GcReason.InducedCompacting => "induced, compacting",
        GcReason.LowMemoryHost => "low memory of the host",
        GcReason.TightenedLimit => "tightened limit",
        _ => $"reason {(int)reason}",
    };

    /// <summary>How a collection runs.</summary>
    public static string Of(GcKind kind) => kind switch
    {
        GcKind.Blocking => "blocking",
        GcKind.Background => "background",
        GcKind.BlockingDuringBackground => "blocking during background",
        _ => $"kind {(int)kind}",
    };

    /// <summary>Why all managed threads were stopped.</summary>
    public static string Of(GcSuspendReason reason) => reason switch
    {
        GcSuspendReason.Gc => "gc",
        GcSuspendReason.GcPreparation => "gc preparation",
        GcSuspendReason.AppDomainShutdown => "application domain ends",
        GcSuspendReason.CodePitching => "code is thrown away",
        GcSuspendReason.Shutdown => "shutdown",
        GcSuspendReason.Debugger or GcSuspendReason.DebuggerSweep => "debugger",
        _ => "other",
    };

    /// <summary>Where an object lies.</summary>
    public static string Of(AllocationPlace place) => place switch
    {
        AllocationPlace.Small => "small",
        AllocationPlace.Large => "large",
        AllocationPlace.Pinned => "pinned",
        _ => $"place {(int)place}",
    };
}
