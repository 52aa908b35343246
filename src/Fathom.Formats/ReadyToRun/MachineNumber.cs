namespace Fathom.Formats.ReadyToRun;

/// <summary>The machine of an image. The compiler mixes a number of the operating system into the machine's number, so that Windows loads its own images only.</summary>
/// <remarks>Source: "PE-COFF Specification for .NET" (dotnet/runtime, docs/design/specs/PE-COFF.md).</remarks>
internal static class MachineNumber
{
    // Windows, Linux, Apple, FreeBSD, NetBSD, SunOS.
    private static readonly ushort[] s_systems = [0, 0x7b79, 0x4644, 0xadc4, 0x1993, 0x1992];

    /// <summary>The architecture behind a number.</summary>
    public static ReadyToRunArchitecture Architecture(ushort machine) =>
        s_systems.Select(system => Plain((ushort)(machine ^ system))).FirstOrDefault(static known => known != ReadyToRunArchitecture.Unknown);

    private static ReadyToRunArchitecture Plain(ushort machine) => machine switch
    {
        0x14c => ReadyToRunArchitecture.X86,
        0x1c0 or 0x1c2 or 0x1c4 => ReadyToRunArchitecture.Arm,
        0x8664 => ReadyToRunArchitecture.X64,
        0xaa64 => ReadyToRunArchitecture.Arm64,
        0x6264 => ReadyToRunArchitecture.LoongArch64,
        0x5064 => ReadyToRunArchitecture.RiscV64,
        _ => ReadyToRunArchitecture.Unknown,
    };
}
