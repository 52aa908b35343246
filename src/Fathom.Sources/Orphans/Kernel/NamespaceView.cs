namespace Fathom.Sources.Orphans.Kernel;

/// <summary>A namespace and one process that lives in it.</summary>
/// <param name="Name">As the link shows it: mnt:[4026531841].</param>
/// <param name="ProcessId">Number of the process (pid).</param>
internal readonly record struct NamespaceView(string Name, int ProcessId);
