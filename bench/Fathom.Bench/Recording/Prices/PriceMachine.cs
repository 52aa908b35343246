using System.Globalization;
using System.Runtime.InteropServices;

namespace Fathom.Bench.Recording.Prices;

/// <summary>What prices depend on.</summary>
internal static class PriceMachine
{
    /// <summary>Kernel, processors and runtime of this machine, in one line.</summary>
    public static string Name => string.Create(
        CultureInfo.InvariantCulture, $"{Processor()}, {Environment.ProcessorCount} processors, Linux {Environment.OSVersion.Version.ToString(2)}, {RuntimeInformation.FrameworkDescription}");

    private static string Processor() =>
        File.ReadLines("/proc/cpuinfo").FirstOrDefault(static line => line.StartsWith("model name", StringComparison.Ordinal))?.Split(':')[^1].Trim() ?? "processor not known";
}
