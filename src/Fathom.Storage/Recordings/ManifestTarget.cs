namespace Fathom.Storage.Recordings;

/// <summary>A process that a recording is about. Table <c>process</c> has the detail.</summary>
/// <param name="Pid">Its number on its machine.</param>
/// <param name="Name">The name that Fathom shows.</param>
/// <param name="CommandLine">Its command line, where it is known.</param>
public sealed record ManifestTarget(int Pid, string Name, string? CommandLine);
