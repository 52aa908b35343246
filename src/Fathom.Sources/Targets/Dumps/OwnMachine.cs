using System.Runtime.InteropServices;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>The machine that this tool runs on.</summary>
internal static class OwnMachine
{
    /// <summary>The architecture that this tool runs as, by the name that .NET uses for it.</summary>
    public static string Architecture => RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();
}
