using System.Runtime.InteropServices;

namespace Fathom.Sources.Dumps;

/// <summary>The e_machine numbers of ELF files, for the architectures that .NET runs on.</summary>
internal static class ElfMachine
{
    public static string Name(int machine) => machine switch
    {
        3 => "x86",
        40 => "arm",
        62 => "x64",
        183 => "arm64",
        243 => "riscv64",
        258 => "loongarch64",
        _ => $"ELF machine {machine}",
    };

    /// <summary>The architecture that this tool runs as, under the same names.</summary>
    public static string Own => RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();
}
