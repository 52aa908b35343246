namespace Fathom.Sources.Targets.Ports;

/// <summary>A command of a diagnostic port: the set in the high byte, its number in the low one.</summary>
internal enum RuntimeCommand : ushort
{
    /// <summary>Content: <c>text path, u32 kind, u32 flags</c>. The runtime starts its dump writer and answers when that has ended.</summary>
    WriteDump = 0x0101,

    /// <summary>The same; a failure is explained in text. Since .NET 7.</summary>
    WriteDumpWithReason = 0x0103,

    /// <summary>Content: <c>u64 session</c>. Answered when the runtime has written the last events of it.</summary>
    StopEvents = 0x0201,

    /// <summary>Content: <c>u32 MiB, u32 format, u8 rundown, providers</c>. The answer is <c>u64 session</c>, and events follow it. Since .NET Core 3.0.</summary>
    CollectEvents = 0x0203,

    /// <summary>Content: <c>u32 MiB, u32 format, u8 rundown, u8 stacks, providers</c>. Since .NET 8.</summary>
    CollectEventsWithoutStacks = 0x0204,

    /// <summary>Content: <c>u32 MiB, u32 format, u64 rundown keywords, u8 stacks, providers</c>. Since .NET 9.</summary>
    CollectEventsWithRundown = 0x0205,

    /// <summary>Content: <c>u32 kind of session, u32 MiB, u32 format, u64 rundown keywords, u8 stacks, providers</c>, each provider with numbers of events. Since .NET 10.</summary>
    CollectChosenEvents = 0x0206,

    /// <summary>No content; who the process is. It changes nothing.</summary>
    ProcessInfo = 0x0400,

    /// <summary>No content. A runtime that waits at its start for the port that this comes by waits no longer.</summary>
    Resume = 0x0401,

    /// <summary>Content: <c>text path</c> of an assembly, whose start-up hook is run. Since .NET 8.</summary>
    ApplyStartupHook = 0x0407,
}
