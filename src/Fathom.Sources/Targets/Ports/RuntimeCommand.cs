namespace Fathom.Sources.Targets.Ports;

/// <summary>A command of a diagnostic port: the set in the high byte, its number in the low one.</summary>
internal enum RuntimeCommand : ushort
{
    /// <summary>Content: <c>text path, u32 kind, u32 flags</c>. The runtime starts its dump writer and answers when that has ended.</summary>
    WriteDump = 0x0101,

    /// <summary>The same; a failure is explained in text. Since .NET 7.</summary>
    WriteDumpWithReason = 0x0103,

    /// <summary>No content; who the process is. It changes nothing.</summary>
    ProcessInfo = 0x0400,

    /// <summary>Content: <c>text path</c> of an assembly, whose start-up hook is run. Since .NET 8.</summary>
    ApplyStartupHook = 0x0407,
}
