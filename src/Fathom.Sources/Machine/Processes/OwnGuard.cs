namespace Fathom.Sources.Machine.Processes;

/// <summary>The Fathom that waits for this one, where there is one: a .NET process too, and no subject of a look.</summary>
public static class OwnGuard
{
    /// <summary>Its number; 0 for none.</summary>
    public static int ProcessId { get; set; }
}
