namespace Fathom.Formats.ReadyToRun;

/// <summary>Machines that images are compiled for.</summary>
public enum ReadyToRunArchitecture
{
    /// <summary>Another one.</summary>
    Unknown,

    /// <summary>x86, 32 bits.</summary>
    X86,

    /// <summary>ARM, 32 bits.</summary>
    Arm,

    /// <summary>x86-64.</summary>
    X64,

    /// <summary>ARM, 64 bits.</summary>
    Arm64,

    /// <summary>LoongArch, 64 bits.</summary>
    LoongArch64,

    /// <summary>RISC-V, 64 bits.</summary>
    RiscV64,
}
